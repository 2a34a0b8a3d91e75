"""The hub of an event: results, tournaments and an overview of many tables, on its own server."""
