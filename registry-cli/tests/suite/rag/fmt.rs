//! `registry rag fmt`.

use crate::{PROGRAM, registry};
use snapbox::str;
use std::fs;

#[test]
fn formatting_writes_the_canonical_form_and_does_not_change_broken_sources() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("loose.rag", "graph g { start a, node a {} } // end\n");
    write("tight.rag", "graph g {\n  start a\n  node a {}\n}\n");
    write("broken.rag", "graph g { start }");
    let run = |arguments: &[&str]| registry(folder.path()).args(["rag", "fmt"]).args(arguments);

    run(&["--check", "loose.rag", "tight.rag"]).assert().code(1).stdout_eq("loose.rag\n").stderr_eq("");
    run(&["broken.rag", "loose.rag", "tight.rag"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error[E101]: expected the name of a node, found `}`
 --> broken.rag:1:17
  |
1 | graph g { start }
  |                 ^ expected the name of a node

"#]]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("broken.rag"), "graph g { start }");
    assert_eq!(read("loose.rag"), "graph g {\n  start a\n  node a {}\n} // end\n");
    run(&["--check", "loose.rag", "tight.rag"]).assert().code(0).stdout_eq("").stderr_eq("");
    run(&["-"]).stdin("graph g{start a node a{}}").assert().code(0).stdout_eq(read("tight.rag"));
    run(&["--check", "-"]).stdin("graph g{}").assert().code(1).stdout_eq("<stdin>\n");
}

/// A limit on the size of files simulates a full disk.
#[cfg(unix)]
#[test]
fn a_source_survives_formatting_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("large.rag");
    let text = format!("graph g {{ start a node a {{}} }}{}", "// and so on\n".repeat(10_000));
    fs::write(&source, &text).unwrap();
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" rag fmt \"$1\"";
    let run = std::process::Command::new("sh").args(["-c", limited]).arg(PROGRAM).arg(&source).output().unwrap();
    assert_eq!(run.status.code(), Some(2), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stderr).starts_with("error: cannot write "), "{run:?}");
    assert_eq!(fs::read_to_string(&source).unwrap(), text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn a_formatted_source_keeps_its_permissions_and_the_links_to_it() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (source, link) = (folder.path().join("real.rag"), folder.path().join("link.rag"));
    fs::write(&source, "graph g{start a node a{}}").unwrap();
    fs::set_permissions(&source, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.rag", &link).unwrap();
    registry(folder.path()).args(["rag", "fmt", "link.rag"]).assert().code(0).stderr_eq("");
    assert_eq!(fs::read_to_string(&source).unwrap(), "graph g {\n  start a\n  node a {}\n}\n");
    assert_eq!(fs::metadata(&source).unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(fs::read_link(&link).unwrap(), std::path::Path::new("real.rag"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn an_unreadable_file_does_not_prevent_others_from_being_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    write("broken.rag", b"graph g { start }");
    write("bytes.rag", b"graph \xff");
    write("last.rag", b"graph g{start a node a{}}");
    let run = |arguments: &[&str]| registry(folder.path()).args(["rag", "fmt"]).args(arguments).assert().code(2);
    let files = ["none.rag", "bytes.rag", "broken.rag", "last.rag"];
    run(&[&["--check"], &files[..]].concat()).stdout_eq("last.rag\n");
    run(&files).stdout_eq("").stderr_eq(str![[r#"
error: cannot read none.rag: No such file or directory (os error 2)
error: bytes.rag is not UTF-8 text: invalid utf-8 sequence of 1 bytes from index 6
error[E101]: expected the name of a node, found `}`
 --> broken.rag:1:17
  |
1 | graph g { start }
  |                 ^ expected the name of a node

"#]]);
    assert!(fs::read_to_string(folder.path().join("last.rag")).unwrap().starts_with("graph g {\n"));
}

/// A closed standard error affects neither the exit code nor the other files.
#[cfg(unix)]
#[test]
fn the_exit_code_reports_errors_even_if_standard_error_is_closed() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let folder = tempfile::tempdir().unwrap();
    let (broken, good) = (folder.path().join("broken.rag"), folder.path().join("good.rag"));
    fs::write(&broken, "graph g {").unwrap();
    fs::write(&good, "graph g{start a node a{}}").unwrap();
    let status =
        std::process::Command::new(PROGRAM).args(["rag", "fmt"]).args([&broken, &good]).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(1));
    assert_eq!(fs::read_to_string(good).unwrap(), "graph g {\n  start a\n  node a {}\n}\n");
}
