//! Example programs that use `registry`, each in its own folder next to this file.
//!
//! - `support_desk` declares tools, models and agents, lists them with their prices, and answers a question.
//! - `graph_walk` runs agent graphs with scripted models that need no network.
//! - `catalog_browser` filters the model catalog.
//! - `agents_side_by_side` (feature `daemon`) locates a declared agent and one in another process with the same call.
//!
//! The package is also a library, so that its tests can enable its features.
