"""Runs the steps on the connection that `tabletop.hub.database` gives."""

from alembic import context

from tabletop.hub.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
