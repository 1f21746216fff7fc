//! registry-macros
