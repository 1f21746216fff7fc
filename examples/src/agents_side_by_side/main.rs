//! Locates a declared agent and one that runs in another process with the same call. Then the process is killed and its
//! names are removed.
//!
//! `cargo run -p examples --features daemon --bin agents_side_by_side`

#![forbid(unsafe_code)]

mod declared;
mod dynamic;

use dynamic::Worker;
use registry::agents::rpc::{Daemon, Endpoint, RpcClient};
use registry::agents::supervisor::Guard;
use registry::agents::{AgentError, MemoryTable, Metadata, NewProcess};
use registry::{CapabilityRegistry, LocatedAgent};
use std::env;
use std::error::Error;
use std::process;
use std::sync::Arc;

/// The name of the agent that runs in another process.
const ALICE: &str = "/agents/researcher/alice";

fn main() -> Result<(), Box<dyn Error>> {
    // This program starts itself as the other process.
    if env::args().nth(1).as_deref() == Some(dynamic::ARGUMENT) {
        return dynamic::work();
    }

    // A table that other programs can use too.
    let place = env::temp_dir().join(format!("agents-side-by-side-{}.sock", process::id()));
    let daemon = Daemon::bind(Arc::new(MemoryTable::new()), &Endpoint::Unix(place))?.start()?;
    let mut registry = CapabilityRegistry::<()>::collect()?;
    registry.set_agent_table(Arc::new(RpcClient::new(daemon.endpoint().clone())));

    // A worker process, and its entry in the table, which exists as long as the guard.
    let mut worker = Worker::start()?;
    let alice = Guard::spawn(Arc::clone(registry.agent_table()), &NewProcess::new("alice", "research/surveyor"))?
        .unregister_on_drop();
    alice.register(ALICE, &["research"], &Metadata::try_from(serde_json::json!({ "os_pid": worker.id() }))?)?;
    alice.register("/services/research", &["research"], &Metadata::new())?;

    for name in ["summarizer", ALICE] {
        match registry.locate_agent(name)? {
            LocatedAgent::Declared(agent) => {
                println!(
                    "{name} is an agent of this program: {}",
                    pollster::block_on(agent.run("Tables hold names."))?
                );
            }
            LocatedAgent::Dynamic(entry) => {
                println!("{name} is process {}, elsewhere: {}", entry.pid, worker.ask("Tables hold names.")?);
            }
        }
    }

    // The supervisor notices that the process has died and ends its entry.
    worker.kill()?;
    let pid = alice.pid();
    alice.finish("cancelled", Some(&Metadata::message("by the example")))?;
    println!("process {pid} is {}", registry.agent_table().get(pid)?.state);
    for name in [ALICE, "/services/research"] {
        match registry.locate_agent(name) {
            Err(AgentError::RegistryNotFound { .. }) => println!("{name} is gone"),
            other => return Err(format!("{name} should be gone, but is {other:?}").into()),
        }
    }
    println!("summarizer is still here: {:?}", registry.locate_agent("summarizer")?);
    daemon.stop()?;
    Ok(())
}
