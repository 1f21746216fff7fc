//! Programs that use `registry`, each in a folder of its own beside this file.
//!
//! - `support_desk` is a desk of tools, models and agents: what is declared, what it costs, who answers.
//! - `graph_walk` moves through agent graphs, with models that need no network.
//! - `catalog_browser` filters the model catalog.
//! - `agents_side_by_side` (feature `daemon`) finds a declared agent and one in another process by one name.
//!
//! The package is a library as well so that its tests can ask for its features.
