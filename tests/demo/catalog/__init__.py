"""Tests of the stand-in catalog: mostly over HTTP, with a plain client and with the framework's own."""
