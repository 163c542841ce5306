//! Indigo.
