//! A daemon in its own process.

use crate::PROGRAM;
use registry::agents::rpc::Endpoint;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A daemon that is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The address that it listens at.
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

    /// Kills it with SIGKILL, and waits for it to exit.
    pub(super) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Stops it with SIGTERM, and returns its exit code.
    pub(super) fn terminate(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
