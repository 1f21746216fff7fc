//! The components of one kind, by name.

use super::declarations;
use crate::{
    Claim, ComponentId, ComponentKind, ComponentMetadata, DeclaredName, Duplicate, RegistryError, Result, nearest,
};
use std::borrow::Cow;
use std::collections::HashMap;
use std::panic::Location;
use vocabulary::CapabilitySet;
use vocabulary::check_name;

/// The components of one kind. Canonical names and aliases share a map, so that each lookup hashes once.
#[derive(Clone)]
pub(super) struct Namespace {
    kind: ComponentKind,
    positions: HashMap<Cow<'static, str>, Entry>,
    components: Vec<ComponentMetadata>,
}

#[derive(Clone, Copy)]
struct Entry {
    position: usize,
    declared_at: &'static Location<'static>,
}

impl Namespace {
    pub(super) fn new(kind: ComponentKind) -> Self {
        Self { kind, positions: HashMap::new(), components: Vec::new() }
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        self.positions.reserve(additional);
        self.components.reserve(additional);
    }

    /// Returns the position of the component with a name or alias.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).map(|entry| entry.position)
    }

    pub(super) fn get(&self, name: &str) -> Option<&ComponentMetadata> {
        self.components.get(self.position(name)?)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut ComponentMetadata> {
        let position = self.position(name)?;
        self.components.get_mut(position)
    }

    pub(super) fn resolve(&self, name: &str) -> Result<&ComponentMetadata> {
        self.get(name).ok_or_else(|| self.unknown(name))
    }

    /// Returns the components in the order of their positions.
    pub(super) fn components(&self) -> &[ComponentMetadata] {
        &self.components
    }

    /// Returns canonical names and aliases, unsorted.
    pub(super) fn all_names(&self) -> impl Iterator<Item = &str> {
        self.positions.keys().map(AsRef::as_ref)
    }

    /// Checks that the name is valid and not in use by a component or an alias.
    pub(super) fn check_unused(
        &self,
        name: &str,
        alias_of: Option<&str>,
        at: &'static Location<'static>,
    ) -> Result<()> {
        self.check_valid(name)?;
        let Some(entry) = self.positions.get(name) else { return Ok(()) };
        let owner = &self.components[entry.position].id;
        Err(RegistryError::Duplicate(Box::new(Duplicate {
            kind: self.kind,
            name: name.to_owned(),
            first: Claim { alias_of: (owner != name).then(|| owner.clone()), at: entry.declared_at.into() },
            second: Claim { alias_of: alias_of.map(|target| target.to_owned().into()), at: at.into() },
        })))
    }

    /// Adds a component and returns its metadata.
    pub(super) fn add(
        &mut self,
        name: Cow<'static, str>,
        at: &'static Location<'static>,
    ) -> Result<&mut ComponentMetadata> {
        self.check_unused(&name, None, at)?;
        let position = self.components.len();
        self.positions.insert(name.clone(), Entry { position, declared_at: at });
        #[cfg(feature = "tracing")]
        tracing::debug!(kind = %self.kind, %name, "registered");
        self.components.push(ComponentMetadata {
            id: ComponentId(name),
            kind: self.kind,
            description: Cow::Borrowed(""),
            tags: Vec::new(),
            aliases: Vec::new(),
            catalog: None,
            requires: CapabilitySet::EMPTY,
            declared_at: at.into(),
        });
        Ok(&mut self.components[position])
    }

    /// Adds an alias of a component.
    pub(super) fn alias(
        &mut self,
        alias: Cow<'static, str>,
        target: &str,
        at: &'static Location<'static>,
    ) -> Result<()> {
        let position = self.position(target).ok_or_else(|| self.unknown(target))?;
        let canonical = &self.components[position].id;
        if canonical != target {
            return Err(RegistryError::AliasOfAlias {
                kind: self.kind,
                alias: alias.into_owned(),
                target: target.to_owned(),
                canonical: canonical.clone(),
            });
        }
        self.check_unused(&alias, Some(target), at)?;
        #[cfg(feature = "tracing")]
        tracing::debug!(kind = %self.kind, %alias, target, "alias bound");
        self.positions.insert(alias.clone(), Entry { position, declared_at: at });
        self.components[position].aliases.push(alias);
        Ok(())
    }

    /// Returns the position of the component with this canonical name.
    pub(super) fn position_to_replace(&self, name: &str) -> Result<usize> {
        self.check_valid(name)?;
        let position = self.position(name).ok_or_else(|| self.unknown_error(true, name))?;
        let canonical = &self.components[position].id;
        if canonical != name {
            return Err(RegistryError::ReplacementOfAlias {
                kind: self.kind,
                alias: name.to_owned(),
                canonical: canonical.clone(),
            });
        }
        Ok(position)
    }

    /// Returns the position of the component with this canonical name. If the name is unused, adds the component.
    pub(super) fn position_or_add(&mut self, name: Cow<'static, str>, at: &'static Location<'static>) -> Result<usize> {
        if self.position(&name).is_some() {
            return self.position_to_replace(&name);
        }
        self.add(name, at)?;
        Ok(self.components.len() - 1)
    }

    fn check_valid(&self, name: &str) -> Result<()> {
        let kind = self.kind;
        check_name(name).map_err(|reason| RegistryError::InvalidName { kind, name: name.to_owned(), reason })
    }

    /// Returns what the program declares under this name: of this kind if possible, otherwise of another.
    fn find_declaration(&self, name: &str) -> Option<Box<DeclaredName>> {
        let all = declarations().unwrap_or_default().iter();
        let named = all.filter(|declaration| declaration.name() == name || declaration.aliases().contains(&name));
        let found = named.min_by_key(|declaration| declaration.kind() != self.kind)?;
        Some(Box::new(DeclaredName {
            kind: found.kind(),
            at: found.location(),
            is_at_run_time: found.is_at_run_time(),
            state: found.state(),
        }))
    }

    pub(super) fn unknown(&self, name: &str) -> RegistryError {
        self.unknown_error(false, name)
    }

    fn unknown_error(&self, is_replacement: bool, name: &str) -> RegistryError {
        let nearest = nearest::names(name, self.all_names());
        let places = nearest.iter().filter_map(|near| self.positions.get(near.as_str()));
        RegistryError::Unknown {
            kind: self.kind,
            name: name.to_owned(),
            nearest_at: places.map(|entry| entry.declared_at.into()).collect(),
            nearest,
            declared: self.find_declaration(name),
            is_replacement,
        }
    }
}
