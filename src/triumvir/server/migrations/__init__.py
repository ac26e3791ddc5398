"""How the database came to be as it is: one file a step, run by Alembic when the server starts."""
