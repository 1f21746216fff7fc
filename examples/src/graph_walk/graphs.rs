//! The graphs. Every name in them was resolved while this file compiled.

use registry::{Blueprint, capability, include_rag};

/// Models alone.
#[capability(graph = "write_up")]
static WRITE_UP: Blueprint = include_rag!("graphs/write_up.rag");

/// An agent with tools.
#[capability(graph = "support")]
static SUPPORT: Blueprint = include_rag!("graphs/support.rag");

/// A person in the loop.
#[capability(graph = "review")]
static REVIEW: Blueprint = include_rag!("graphs/review.rag");

/// Sub-agents.
#[capability(graph = "research")]
static RESEARCH: Blueprint = include_rag!("graphs/research.rag");

/// Work side by side.
#[capability(graph = "fan_out")]
static FAN_OUT: Blueprint = include_rag!("graphs/fan_out.rag");

/// Graphs in a graph.
#[capability(graph = "desk")]
static DESK: Blueprint = include_rag!("graphs/desk.rag", graph = "desk");

/// What the desk runs for the press.
#[capability(graph = "press_office")]
static PRESS_OFFICE: Blueprint = include_rag!("graphs/desk.rag", graph = "press_office");
