//! What a connection does while another program holds the lock of the file.

use crate::waiting::Call;
use rusqlite::Connection;
use std::cell::RefCell;
use std::thread;
use std::time::Duration;

thread_local! {
    static WAITING: RefCell<Option<(Call, Duration)>> = const { RefCell::new(None) };
}

/// How long the lock is waited for between two attempts, in milliseconds; the last one for all that follow.
const PAUSES: [u64; 8] = [1, 2, 5, 10, 15, 20, 25, 50];

/// Lets a connection wait for a lock as [`within`] says, and not at all elsewhere.
pub(super) fn wait_on(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(try_again))
}

/// Works with a connection that waits for locks until the call has waited for `timeout` in all, or is abandoned.
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

/// How long a call waits in all, where one is worked on.
pub(super) fn timeout() -> Duration {
    WAITING.with_borrow(|waiting| waiting.as_ref().map_or(Duration::ZERO, |(_, timeout)| *timeout))
}

fn try_again(attempts: i32) -> bool {
    let left = WAITING.with_borrow(|waiting| {
        let (call, timeout) = waiting.as_ref()?;
        Some(call.remaining(*timeout)).filter(|left| !left.is_zero() && !call.is_abandoned())
    });
    let Some(left) = left else { return false };
    let attempt = usize::try_from(attempts).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    let pause = PAUSES.get(attempt).copied().map_or(left, Duration::from_millis);
    thread::sleep(pause.min(left));
    true
}
