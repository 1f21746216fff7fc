//! With the feature `tracing`, a registry says what is registered.

use registry::{CapabilityRegistry, ComponentKind};
use std::io;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn each_registration_and_alias_is_an_event_and_a_refused_one_is_not() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, || {
        let mut registry = CapabilityRegistry::<()>::new();
        registry.register_router("by_topic").unwrap();
        registry.register_router("by_topic").unwrap_err();
        registry.alias(ComponentKind::Router, "default", "by_topic").unwrap();
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(": ").unwrap().1).collect();
    assert_eq!(
        lines,
        ["registered kind=router name=by_topic", "alias bound kind=router alias=default target=\"by_topic\""]
    );
}
