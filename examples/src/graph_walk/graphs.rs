//! The graphs. Every name in them is resolved at compile time.

use registry::{Blueprint, capability, include_rag};

/// Only models.
#[capability(graph = "write_up")]
static WRITE_UP: Blueprint = include_rag!("graphs/write_up.rag");

/// An agent with tools.
#[capability(graph = "support")]
static SUPPORT: Blueprint = include_rag!("graphs/support.rag");

/// A human in the loop.
#[capability(graph = "review")]
static REVIEW: Blueprint = include_rag!("graphs/review.rag");

/// Subagents.
#[capability(graph = "research")]
static RESEARCH: Blueprint = include_rag!("graphs/research.rag");

/// Parallel work.
#[capability(graph = "fan_out")]
static FAN_OUT: Blueprint = include_rag!("graphs/fan_out.rag");

/// Subgraphs.
#[capability(graph = "desk")]
static DESK: Blueprint = include_rag!("graphs/desk.rag", graph = "desk");

/// The subgraph that the desk runs for the press.
#[capability(graph = "press_office")]
static PRESS_OFFICE: Blueprint = include_rag!("graphs/desk.rag", graph = "press_office");
