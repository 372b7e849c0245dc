//! The program: settings, wiring, signals.
