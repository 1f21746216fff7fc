//! catalog-build
