"""The Bridge side: HTTP, tokens, retries and the wire models. Knows nothing of plans and nothing of OpenMetadata."""
