"""The steps by which the hub's database was made (Alembic)."""
