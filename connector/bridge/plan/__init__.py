"""The mapping, free of I/O and of the catalog SDK: names, Iceberg types, the working set and the plans."""
