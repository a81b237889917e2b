"""How Alembic runs the migrations here: on the connection, in the transaction, it is handed."""

from alembic import context

from gmtool.store.schema import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
