"""Tests of the Bridge side: HTTP, tokens, retries and what is read from answers."""
