//! A daemon that runs as a process of its own.

use crate::PROGRAM;
use registry::agents::rpc::Endpoint;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A daemon that is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Where it listens.
    pub(super) endpoint: Endpoint,
}

impl Process {
    /// Starts `registry serve` in a directory, and waits until it listens.
    pub(super) fn serve(arguments: &[&str], directory: &Path) -> Self {
        Self::serve_with(&[], arguments, directory)
    }

    /// The same, with these variables in its environment.
    pub(super) fn serve_with(variables: &[(&str, &Path)], arguments: &[&str], directory: &Path) -> Self {
        let mut child = Command::new(PROGRAM)
            .envs(variables.iter().copied())
            .arg("serve")
            .args(arguments)
            .current_dir(directory)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output is ours");
        BufReader::new(out).read_line(&mut line).expect("it says where it listens");
        let endpoint = line.trim_end().strip_prefix("listening at ").expect("it says where it listens");
        let endpoint = match endpoint.parse().expect("it is an endpoint") {
            Endpoint::Unix(path) => Endpoint::Unix(directory.join(path)),
            tcp @ Endpoint::Tcp { .. } => tcp,
        };
        Self { child, endpoint }
    }

    /// Stops it by SIGSTOP: it neither answers nor closes what it has open.
    pub(super) fn suspend(&self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::STOP).expect("it runs");
    }

    /// Kills it with SIGKILL, and waits until it is gone.
    pub(super) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop with SIGTERM, and gives its exit code.
    pub(super) fn terminate(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
