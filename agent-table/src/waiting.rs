//! How long a call has been waiting, and whether its client is still waiting for the answer.

#![cfg_attr(not(feature = "sqlite"), allow(dead_code, reason = "a table in memory does not wait"))]

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// A call, which may wait before a thread executes it, and may be abandoned while it waits.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    since: Instant,
    /// `None` if it cannot be abandoned.
    is_abandoned: Option<Arc<AtomicBool>>,
}

impl Call {
    /// Creates a call that this thread makes itself.
    pub(crate) fn now() -> Self {
        Self { since: Instant::now(), is_abandoned: None }
    }

    /// Creates a call of a client that has just arrived.
    #[cfg(feature = "daemon")]
    pub(crate) fn of_client() -> Self {
        Self { is_abandoned: Some(Arc::default()), ..Self::now() }
    }

    /// Returns the call that this thread executes in [`run`](Self::run), or else a new one.
    pub(crate) fn current() -> Self {
        CALL.with_borrow(Clone::clone).unwrap_or_else(Self::now)
    }

    /// Executes the call in this thread.
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

    /// Marks the call as abandoned: what has not started will not be done.
    #[cfg(feature = "daemon")]
    pub(crate) fn abandon(&self) {
        if let Some(is_abandoned) = &self.is_abandoned {
            is_abandoned.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.as_ref().is_some_and(|is_abandoned| is_abandoned.load(Ordering::Relaxed))
    }

    /// Returns the remaining time until the call times out.
    pub(crate) fn left(&self, patience: Duration) -> Duration {
        patience.saturating_sub(self.since.elapsed())
    }
}
