import asyncio

from msgspec import Raw

from tabletop.party.messages import (
    Acted,
    PhoneArrived,
    PhoneLeft,
    Show,
    Sit,
    Tell,
    Touch,
    You,
)
from tests.party.phone_table import open_table


def test_a_phone_with_the_token_is_let_in_and_reaches_the_table() -> None:
    async def check() -> None:
        async with open_table() as table:
            phone = await table.join()
            assert table.all_told(PhoneArrived) == [
                PhoneArrived(phone.number, phone.secret, "en", known=False)
            ]
            await phone.say("Sit", seat=1, name="Ada")
            await phone.say("Touch", spot="a1")
            acts = await table.hears(Acted, 2)
            assert acts == [
                Acted(phone.number, Sit(1, "Ada")),
                Acted(phone.number, Touch("a1")),
            ]
            table.server.receive(Tell(phone.number, You(1, "Ada", "Shoo", (), joined=True)))
            table.server.receive(Show((phone.number,), Raw(b'{"type":"wait"}')))
            you, view = await phone.hear(), await phone.hear()
            assert you is not None
            assert (you["type"], you["name"], you["joined"]) == ("You", "Ada", True)
            assert view == {"type": "View", "view": {"type": "wait"}}
            await phone.close()
            assert await table.hears(PhoneLeft) == [PhoneLeft(phone.number)]

    asyncio.run(check())
