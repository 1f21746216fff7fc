//! Validates the snapshot of the model catalog, and writes its packed form, which the crate embeds.

use catalog_build::{build_script, embed};
use std::process::ExitCode;

fn main() -> ExitCode {
    build_script(|out| embed("model-catalog.snapshot.json", out.join("catalog")))
}
