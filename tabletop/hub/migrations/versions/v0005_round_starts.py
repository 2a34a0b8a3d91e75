"""Rounds of tournaments that start by themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("starts", sa.Double(), nullable=True))
    op.add_column(
        "tournament",
        sa.Column("can_start", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
