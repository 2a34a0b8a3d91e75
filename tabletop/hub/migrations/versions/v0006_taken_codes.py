"""Codes that a referee has given and nobody's phone has taken yet."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "visitor", sa.Column("taken", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
