"""Tests of the stand-ins: the demo Bridge and the catalog."""
