"""Where tables stand."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("location", sa.Text(), server_default="", nullable=False))
