//! Waiting while another program holds the lock on the file.

use crate::waiting::Call;
use rusqlite::Connection;
use std::cell::RefCell;
use std::thread;
use std::time::Duration;

thread_local! {
    static WAITING: RefCell<Option<(Call, Duration)>> = const { RefCell::new(None) };
}

/// The pauses between attempts to take the lock, in milliseconds. The last one is used for all further attempts.
const PAUSES: [u64; 8] = [1, 2, 5, 10, 15, 20, 25, 50];

/// Makes a connection wait for locks inside [`within`], and fail immediately elsewhere.
pub(super) fn enable_waiting(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(wait_and_retry))
}

/// Runs `work`, in which connections wait for locks until the total timeout of the call expires or the call is abandoned.
pub(super) fn within<T>(call: &Call, timeout: Duration, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<(Call, Duration)>);
    impl Drop for Restore {
        fn drop(&mut self) {
            WAITING.set(self.0.take());
        }
    }
    let _restore = Restore(WAITING.replace(Some((call.clone(), timeout))));
    work()
}

/// Returns the total timeout of the current call, or zero outside [`within`].
pub(super) fn timeout() -> Duration {
    WAITING.with_borrow(|waiting| waiting.as_ref().map_or(Duration::ZERO, |(_, timeout)| *timeout))
}

fn wait_and_retry(attempts: i32) -> bool {
    let remaining = WAITING.with_borrow(|waiting| {
        let (call, timeout) = waiting.as_ref()?;
        Some(call.remaining(*timeout)).filter(|remaining| !remaining.is_zero() && !call.is_abandoned())
    });
    let Some(remaining) = remaining else { return false };
    let attempt = usize::try_from(attempts).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    let pause = PAUSES.get(attempt).copied().map_or(remaining, Duration::from_millis);
    thread::sleep(pause.min(remaining));
    true
}
