//! Whole-workspace tests.
