//! The program `registry` with the agent table in it.

use registry::agents::rpc::Endpoint;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The program, built once for all tests of a file.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let arguments = ["build", "--quiet", "-p", "registry", "--features", "cli,daemon,sqlite", "--bin", "registry"];
        let built = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).status();
        assert!(built.is_ok_and(|status| status.success()), "the program builds");
        // Beside `deps/`, which holds the test that runs. A copy, for others build it with other features.
        let test = env::current_exe().expect("a running program has a path");
        let folder = test.ancestors().nth(2).expect("tests stand two folders below");
        let (copy, program) = (folder.join(std::process::id().to_string()), folder.join("registry-with-agents"));
        fs::copy(folder.join("registry"), &copy).and_then(|_| fs::rename(copy, &program)).expect("it was built there");
        program
    })
}

/// A daemon that is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Where it listens.
    pub endpoint: Endpoint,
}

impl Process {
    /// Starts `registry serve` in a directory, and waits until it listens.
    pub fn serve(arguments: &[&str], directory: &Path) -> Self {
        let mut child = Command::new(program())
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

    /// Kills it with SIGKILL, and waits until it is gone.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop with SIGTERM, and gives its exit code.
    pub fn terminate(mut self) -> Option<i32> {
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
