//! The path of the registry's crate in the code that is being expanded.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;
use std::{env, fs};
use syn::Ident;

/// The name of the registry in a Cargo.toml, and in Rust code unless it is renamed.
const PACKAGE: &str = "named-capabilities";
const LIBRARY: &str = "registry";

/// Returns `::registry`, or the name in the user's Cargo.toml. If the manifest uses TOML syntax that this reader does not
/// support (a date, a multi-line inline table), the name is taken from the arguments of the compiler.
///
/// # Errors
///
/// Returns a message with a remedy if the manifest was read and neither it nor the compiler's arguments contain the registry.
/// If the manifest cannot be read either, the compiler reports that `registry` is not found, which `crate = path` solves.
pub(crate) fn from_manifest() -> Result<TokenStream, String> {
    let name =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| Ok(LIBRARY.to_owned()), |folder| cached(folder.into()))?;
    let ident = identifier(&name.replace('-', "_"));
    Ok(quote!(::#ident))
}

/// Returns a raw identifier for a keyword, which is a possible name in a manifest, if the keyword allows it.
fn identifier(name: &str) -> Ident {
    let raw = || syn::parse_str(&format!("r#{name}"));
    syn::parse_str(name).or_else(|_| raw()).unwrap_or_else(|_: syn::Error| Ident::new(name, Span::call_site()))
}

/// Caches names by manifest and modification time, because the process of an editor outlives changes of the manifest.
fn cached(folder: PathBuf) -> Result<String, String> {
    type Changed = Option<SystemTime>;
    type Names = HashMap<(PathBuf, Changed), Result<String, String>>;
    static NAMES: LazyLock<Mutex<Names>> = LazyLock::new(Mutex::default);
    let changed = fs::metadata(folder.join("Cargo.toml")).and_then(|file| file.modified()).ok();
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let name = names.entry((folder, changed));
    name.or_insert_with_key(|(folder, _)| named(folder)).clone()
}

fn named(folder: &Path) -> Result<String, String> {
    let Some(manifest) = read(folder) else {
        return Ok(extern_name(arguments()).unwrap_or_else(|| LIBRARY.to_owned()));
    };
    let inherited = inherited_dependencies(folder, &manifest);
    match manifest.name_of_the_registry(&inherited).or_else(|| extern_name(arguments())) {
        Some(name) => Ok(name),
        // A dependency with the name of our library may re-export it.
        None if manifest.may_have_another(&inherited) => Ok(LIBRARY.to_owned()),
        None => Err(missing(&facades(folder, &manifest, &inherited))),
    }
}

/// Returns the arguments of the compiler, including those in argument files.
fn arguments() -> impl Iterator<Item = String> {
    let words = env::args_os().filter_map(|word| word.into_string().ok());
    words.flat_map(|word| match word.strip_prefix('@').and_then(|file| fs::read_to_string(file).ok()) {
        Some(lines) => lines.lines().map(str::to_owned).collect(),
        None => vec![word],
    })
}

/// Returns the crates that were passed to the compiler. There are none if an editor expands the macro.
pub(crate) fn dependencies() -> Vec<String> {
    extern_names(arguments())
}

/// Returns the names of `--extern crm_tools=…/libcrm_tools-4f1c.rmeta` and its other forms.
fn extern_names(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut is_next = false;
    let mut named = |argument: String| {
        let value = match argument.strip_prefix("--extern=") {
            Some(value) => value.to_owned(),
            None if is_next => argument.clone(),
            None => String::new(),
        };
        is_next = argument == "--extern";
        let name = value.split('=').next()?;
        let name = name.rsplit(':').next()?;
        (!name.is_empty()).then(|| name.to_owned())
    };
    arguments.filter_map(&mut named).collect()
}

/// Returns the error for a package that does not depend on the registry, with its dependencies that do.
fn missing(facades: &[String]) -> String {
    let reexported = match facades {
        [] => format!("if a dependency re-exports it, give its path: `crate = that_crate::{LIBRARY}`"),
        facades => {
            let paths: Vec<String> = facades.iter().map(|facade| format!("`crate = {facade}::{LIBRARY}`")).collect();
            format!("if a dependency re-exports it, give its path: {}", paths.join(" or "))
        }
    };
    format!("this package does not depend on `{PACKAGE}`; add it with `cargo add {PACKAGE}` or, {reexported}")
}

/// Returns the crate names of dependencies that themselves depend on the registry.
pub(crate) fn dependents(folder: &Path) -> Vec<String> {
    read(folder)
        .map(|manifest| facades(folder, &manifest, &inherited_dependencies(folder, &manifest)))
        .unwrap_or_default()
}

/// Returns the features of the package that are disabled in this compilation.
pub(crate) fn disabled_features(folder: &Path) -> Vec<String> {
    let features = read(folder).map(|manifest| manifest.features).unwrap_or_default();
    disabled(features.into_keys(), &arguments().collect::<Vec<_>>())
}

/// Returns the disabled features, or none if an editor expands the macro, because it does not pass the enabled features.
fn disabled(features: impl Iterator<Item = String>, arguments: &[String]) -> Vec<String> {
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    let is_disabled = |feature: &String| feature != "default" && !has(&format!("feature=\"{feature}\""));
    features.filter(|feature| has("--crate-name") && is_disabled(feature)).collect()
}

/// Returns the crate names of dependencies that themselves depend on the registry, according to the lock file.
fn facades(folder: &Path, manifest: &Manifest, inherited: &Dependencies) -> Vec<String> {
    let Some(lock) = folder.ancestors().find_map(|root| fs::read_to_string(root.join("Cargo.lock")).ok()) else {
        return Vec::new();
    };
    // Parsing thousands of lines takes much longer than finding the few packages that mention the registry.
    let packages = lock.split("[[package]]").skip(1).filter(|package| package.contains(PACKAGE));
    let mentioning: String = packages.flat_map(|package| ["[[package]]", package]).collect();
    let Ok(Lock { package }) = basic_toml::from_str(&mentioning) else { return Vec::new() };
    let depends = |name: &str| {
        let mut dependencies = package.iter().filter(|package| package.name == name).flat_map(|it| &it.dependencies);
        dependencies.any(|dependency| dependency.split(' ').next() == Some(PACKAGE))
    };
    let direct = manifest.dependencies();
    let facades = direct.filter(|(name, it)| depends(it.renames(name, inherited).unwrap_or(name)));
    facades.map(|(name, _)| name.replace('-', "_")).collect::<BTreeSet<_>>().into_iter().collect()
}

#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// Returns the name of the registry in the arguments of the compiler: `--extern reg=…/libregistry-4f1c.rmeta`.
fn extern_name(arguments: impl Iterator<Item = String>) -> Option<String> {
    arguments.into_iter().find_map(|argument| {
        let argument = argument.strip_prefix("--extern=").unwrap_or(&argument);
        let (name, library) = argument.split_once('=')?;
        let file = Path::new(library).file_name()?.to_str()?.strip_prefix("lib")?;
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_ours = file.strip_prefix(LIBRARY)?.starts_with(['-', '.']);
        (is_name && is_ours && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then(|| name.to_owned())
    })
}

/// A table of dependencies by name.
type Dependencies = BTreeMap<String, Dependency>;

#[derive(Deserialize)]
struct Manifest {
    #[serde(flatten)]
    tables: Tables,
    #[serde(default)]
    target: BTreeMap<String, Tables>,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
    package: Option<Package>,
    workspace: Option<Workspace>,
}

impl Manifest {
    /// Returns the name of the dependency on the registry. If there are several, the original name is preferred.
    fn name_of_the_registry(&self, inherited: &Dependencies) -> Option<String> {
        if self.package.as_ref().is_some_and(|package| package.name == PACKAGE) {
            return Some(LIBRARY.to_owned());
        }
        let names = self.dependencies().filter_map(|(name, dependency)| match dependency.renames(name, inherited) {
            Some(package) => (package == PACKAGE).then_some(name.as_str()),
            None => (name == PACKAGE).then_some(LIBRARY),
        });
        names.min_by_key(|name| *name != LIBRARY).map(str::to_owned)
    }

    /// Returns whether a dependency has the name of our library, or is inherited from a workspace that cannot be read.
    fn may_have_another(&self, inherited: &Dependencies) -> bool {
        self.dependencies().any(|(name, dependency)| {
            name == LIBRARY
                || matches!(dependency, Dependency::Table { workspace: true, .. } if !inherited.contains_key(name))
        })
    }

    fn dependencies(&self) -> impl Iterator<Item = (&String, &Dependency)> {
        std::iter::once(&self.tables)
            .chain(self.target.values())
            .flat_map(|tables| [&tables.dependencies, &tables.dev_dependencies, &tables.build_dependencies])
            .flatten()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Tables {
    #[serde(default)]
    dependencies: Dependencies,
    #[serde(default, alias = "dev_dependencies")]
    dev_dependencies: Dependencies,
    #[serde(default, alias = "build_dependencies")]
    build_dependencies: Dependencies,
}

#[derive(Deserialize)]
struct Package {
    #[serde(default)]
    name: String,
    workspace: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Workspace {
    #[serde(default)]
    dependencies: Dependencies,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Dependency {
    Table {
        package: Option<String>,
        #[serde(default)]
        workspace: bool,
    },
    Version(#[allow(dead_code, reason = "only its shape matters")] String),
}

impl Dependency {
    /// Returns the package name of a renamed dependency.
    fn renames<'a>(&'a self, name: &str, inherited: &'a Dependencies) -> Option<&'a str> {
        match self {
            Self::Table { package: Some(package), .. } => Some(package),
            Self::Table { workspace: true, .. } => match inherited.get(name) {
                Some(Self::Table { package, .. }) => package.as_deref(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the dependencies in the manifest of the package's workspace, if there is one.
fn inherited_dependencies(folder: &Path, manifest: &Manifest) -> Dependencies {
    if let Some(workspace) = &manifest.workspace {
        return workspace.dependencies.clone();
    }
    let named = manifest.package.as_ref().and_then(|package| package.workspace.as_deref());
    let mut candidates: Box<dyn Iterator<Item = PathBuf>> = match named {
        Some(root) => Box::new(std::iter::once(folder.join(root))),
        None => Box::new(folder.ancestors().skip(1).map(Path::to_path_buf)),
    };
    candidates.find_map(|root| read(&root)?.workspace).map(|workspace| workspace.dependencies).unwrap_or_default()
}

fn read(folder: &Path) -> Option<Manifest> {
    basic_toml::from_str(&fs::read_to_string(folder.join("Cargo.toml")).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{disabled, extern_name, extern_names, facades, identifier, inherited_dependencies, missing, read};
    use std::fs;
    use std::path::Path;

    /// Creates a workspace with one member and returns the member's name for the registry.
    fn name_in(workspace: &str, member: &str) -> Option<String> {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("crates/member");
        fs::create_dir_all(&folder).unwrap();
        fs::write(root.path().join("Cargo.toml"), workspace).unwrap();
        fs::write(folder.join("Cargo.toml"), member).unwrap();
        dependency_name(&folder)
    }

    fn dependency_name(folder: &Path) -> Option<String> {
        let manifest = read(folder)?;
        manifest.name_of_the_registry(&inherited_dependencies(folder, &manifest))
    }

    #[test]
    fn a_package_without_the_registry_is_referred_to_dependencies_that_have_it() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("member");
        fs::create_dir(&folder).unwrap();
        let manifest = "[dependencies]\nmy-facade = \"1\"\nserde = \"1\"\nother = { package = \"renamed-facade\", version = \"1\" }";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let found = || {
            let manifest = read(&folder).unwrap();
            facades(&folder, &manifest, &inherited_dependencies(&folder, &manifest))
        };
        assert!(found().is_empty());
        assert!(missing(&found()).contains("`crate = that_crate::registry`"), "{}", missing(&found()));
        let locked = |name: &str, dependency: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\ndependencies = [\"{dependency}\"]\n")
        };
        let lock = [
            ("my-facade", "named-capabilities 0.1.0"),
            ("serde", "serde_core"),
            ("renamed-facade", "named-capabilities"),
        ];
        let lock: String = lock.iter().map(|(name, dependency)| locked(name, dependency)).collect();
        fs::write(root.path().join("Cargo.lock"), lock).unwrap();
        assert_eq!(found(), ["my_facade", "other"]);
        let message = missing(&found());
        assert!(message.ends_with("`crate = my_facade::registry` or `crate = other::registry`"), "{message}");
    }

    #[test]
    fn a_renamed_dependency_is_found_by_its_package() {
        let member = "[dependencies]\nserde = \"1\"\nreg = { package = \"named-capabilities\", version = \"0.1\" }";
        assert_eq!(name_in("[workspace]", member).as_deref(), Some("reg"));
    }

    #[test]
    fn a_rename_in_the_workspace_is_inherited() {
        let workspace = "[workspace.dependencies]\nreg = { package = \"named-capabilities\", version = \"0.1\" }";
        assert_eq!(name_in(workspace, "[dev-dependencies]\nreg.workspace = true").as_deref(), Some("reg"));
    }

    #[test]
    fn the_original_name_is_preferred_to_a_rename_and_other_packages_are_ignored() {
        let both = "[dependencies]\nnamed-capabilities = \"0.1\"\n[target.'cfg(unix)'.dependencies]\nreg = { package = \"named-capabilities\" }";
        assert_eq!(name_in("[workspace]", both).as_deref(), Some("registry"));
        let other =
            "[dependencies]\nregistry = { package = \"windows-registry\" }\nreg = { package = \"named-capabilities\" }";
        assert_eq!(name_in("[workspace]", other).as_deref(), Some("reg"));
    }

    #[test]
    fn a_package_with_the_name_of_our_library_is_not_the_registry() {
        assert_eq!(name_in("[workspace]", "[dependencies]\nregistry = \"1\""), None);
        let ours = "[dependencies]\nregistry = { package = \"named-capabilities\", version = \"0.1\" }";
        assert_eq!(name_in("[workspace]", ours).as_deref(), Some("registry"));
        let workspace = "[workspace.dependencies]\nregistry = { package = \"named-capabilities\", version = \"0.1\" }";
        assert_eq!(name_in(workspace, "[dependencies]\nregistry.workspace = true").as_deref(), Some("registry"));
        let workspace = "[workspace.dependencies]\nnamed-capabilities = \"0.1\"";
        assert_eq!(
            name_in(workspace, "[dependencies]\nnamed-capabilities.workspace = true").as_deref(),
            Some("registry")
        );
    }

    #[test]
    fn a_rename_to_a_keyword_becomes_a_raw_identifier_if_possible() {
        assert_eq!(
            ["registry", "type", "crate"].map(|name| identifier(name).to_string()),
            ["registry", "r#type", "crate"]
        );
    }

    #[test]
    fn dependencies_are_found_in_every_form_of_compiler_argument() {
        let arguments = "--crate-name desk --extern crm=/deps/libcrm-1.rmeta --extern=mail=/deps/libmail.rlib --extern \
                         priv,noprelude:hub=/deps/libhub.so --extern proc_macro -L /deps";
        let names = extern_names(arguments.split(' ').map(str::to_owned));
        assert_eq!(names, ["crm", "mail", "hub", "proc_macro"]);
    }

    #[test]
    fn features_that_are_not_passed_to_the_compiler_are_disabled() {
        let features = || ["default", "mail", "tools"].into_iter().map(str::to_owned);
        let arguments = ["--crate-name", "desk", "--cfg", "feature=\"mail\""].map(str::to_owned);
        assert_eq!(disabled(features(), &arguments), ["tools"]);
        assert!(disabled(features(), &[]).is_empty(), "an editor passes no arguments");
    }

    #[test]
    fn a_missing_or_invalid_manifest_has_no_name_for_the_registry() {
        assert_eq!(dependency_name(Path::new("/nonexistent")), None);
        assert_eq!(name_in("[workspace]", "[dependencies"), None);
    }

    #[test]
    fn a_rename_in_an_unreadable_manifest_is_found_in_the_arguments_of_the_compiler() {
        let dated =
            "[package.metadata]\nsince = 2020-01-01\n[dependencies]\nreg = { package = \"named-capabilities\" }";
        assert_eq!(name_in("[workspace]", dated), None);

        let name = |arguments: &str| extern_name(arguments.split(' ').map(str::to_owned));
        let others = "--crate-name registry -C metadata=libregistry --extern serde=/deps/libserde-12.rmeta --extern \
                      registry_macros=/deps/libregistry_macros-12.so";
        assert_eq!(name(others), None);
        assert_eq!(name(&format!("{others} --extern reg=/deps/libregistry-12.rmeta")).as_deref(), Some("reg"));
    }
}
