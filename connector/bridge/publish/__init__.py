"""The OpenMetadata side: requests, standing state, what is written and in which order."""
