//! Creates a snapshot of the LiteLLM map: `import_litellm INPUT VERSION DATE OUTPUT`.

use catalog_build::import::{Edition, litellm};
use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, version, date, output] = arguments.as_slice() else {
        eprintln!("usage: import_litellm INPUT VERSION DATE OUTPUT");
        return ExitCode::from(2);
    };
    match import(input, version, date, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn import(input: &str, version: &str, date: &str, output: &str) -> Result<(), Box<dyn Error>> {
    let edition = Edition { version, date: date.parse()? };
    let import = litellm::import(&fs::read_to_string(input)?, &edition)?;
    fs::write(output, import.snapshot.to_json()?)?;
    print!("{}", import.report);
    Ok(())
}
