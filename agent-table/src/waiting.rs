//! Since when a call waits, and whether anybody still waits for its answer.

#![cfg_attr(not(feature = "sqlite"), allow(dead_code, reason = "a table in memory waits for nobody"))]

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// A call of a client, which may have waited before a thread works on it, and which may be abandoned while it waits.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    since: Instant,
    /// Nothing where nobody can abandon it.
    is_abandoned: Option<Arc<AtomicBool>>,
}

impl Call {
    /// A call of this thread's own.
    pub(crate) fn now() -> Self {
        Self { since: Instant::now(), is_abandoned: None }
    }

    /// A call of a client, which has just arrived.
    #[cfg(feature = "daemon")]
    pub(crate) fn of_client() -> Self {
        Self { is_abandoned: Some(Arc::default()), ..Self::now() }
    }

    /// The call that this thread works on: the one that [`run`](Self::run) was given, or else one of its own.
    pub(crate) fn current() -> Self {
        CALL.with_borrow(Clone::clone).unwrap_or_else(Self::now)
    }

    /// Works on the call in this thread.
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

    /// Nobody waits for the answer any more: what has not begun is not to be done.
    #[cfg(feature = "daemon")]
    pub(crate) fn abandon(&self) {
        if let Some(is_abandoned) = &self.is_abandoned {
            is_abandoned.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.as_ref().is_some_and(|is_abandoned| is_abandoned.load(Ordering::Relaxed))
    }

    /// How much is left of the time that the call may wait in all.
    pub(crate) fn left(&self, patience: Duration) -> Duration {
        patience.saturating_sub(self.since.elapsed())
    }
}
