"""The demo installation's content: the retail model of the TPC-DS benchmark, its views and its listings.

Tables, columns, types, nullability, primary keys and references follow the public TPC-DS specification
(section 2); row counts are those of scale factor 1 (section 3). Every description is our own.
"""
