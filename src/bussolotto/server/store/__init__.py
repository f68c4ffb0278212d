"""The database of a server: its schema and all SQL statements."""
