//! Leaf: empty until its first slice lands.
