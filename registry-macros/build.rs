//! Validates the model catalog's snapshot and writes the image against which the macros check models.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(out) = std::env::var_os("OUT_DIR") else {
        eprintln!("OUT_DIR is not set: this build script is run by Cargo");
        return ExitCode::FAILURE;
    };
    match catalog_build::embed("model-catalog.snapshot.json", Path::new(&out).join("catalog")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
