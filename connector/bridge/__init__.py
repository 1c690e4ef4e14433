"""The Bridge connector for OpenMetadata: the listings of a data-sharing installation, kept in step in the catalog."""

__version__ = "0.1.0"
