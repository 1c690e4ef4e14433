"""Tests of the demo Bridge, asked as a stranger would ask it: with plain HTTP."""
