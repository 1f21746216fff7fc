//! How long a call has waited, and whether its client still wants the result.

#![cfg_attr(not(feature = "sqlite"), allow(dead_code, reason = "a table in memory has no timeouts"))]

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// A call in progress. It may have waited in a queue before a thread handles it, and may be abandoned while it waits.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    since: Instant,
    /// `None` if the call cannot be abandoned.
    is_abandoned: Option<Arc<AtomicBool>>,
}

impl Call {
    /// Returns a call that starts now and cannot be abandoned.
    pub(crate) fn now() -> Self {
        Self { since: Instant::now(), is_abandoned: None }
    }

    /// Returns a call that a client has just sent.
    #[cfg(feature = "daemon")]
    pub(crate) fn from_client() -> Self {
        Self { is_abandoned: Some(Arc::default()), ..Self::now() }
    }

    /// Returns the call that this thread is [running](Self::run), or else a new one.
    pub(crate) fn current() -> Self {
        CALL.with_borrow(Clone::clone).unwrap_or_else(Self::now)
    }

    /// Runs `work` with this call as the current one of the thread.
    #[cfg(feature = "daemon")]
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Call>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CALL.set(self.0.take());
            }
        }
        let _restore = Restore(CALL.replace(Some(self.clone())));
        work()
    }

    /// Marks the call as abandoned because the client no longer waits for the response. Work that has not begun is skipped.
    #[cfg(feature = "daemon")]
    pub(crate) fn abandon(&self) {
        if let Some(is_abandoned) = &self.is_abandoned {
            is_abandoned.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.as_ref().is_some_and(|is_abandoned| is_abandoned.load(Ordering::Relaxed))
    }

    /// Returns how much of the call's total timeout remains.
    pub(crate) fn remaining(&self, timeout: Duration) -> Duration {
        timeout.saturating_sub(self.since.elapsed())
    }
}
