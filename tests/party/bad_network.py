"""A network between phones and the table that is slow and drops connections."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

CHUNK_BYTES: Final = 4096


class BadNetwork:
    """Passes connections on to a port of this machine. It belongs to an event loop's thread.

    Pages know the server by the port of the network, so `Host` and `Origin` are changed on the way.
    """

    def __init__(self, port: int, chance: Random) -> None:
        self._port = port
        self._chance = chance
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.seconds = 0.0
        """The longest time for which a piece of data is held up."""

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)

    def drop(self) -> None:
        """Cuts each connection, or not."""
        for writer in list(self._writers):
            if self._chance.random() < 0.7:
                writer.transport.abort()

    async def stop(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()
        if self._server is not None:
            self._server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        try:
            await asyncio.gather(
                self._pass(reader, far_writer, to_server=True), self._pass(far_reader, writer)
            )
        finally:
            self._writers -= {writer, far_writer}
            for each in (writer, far_writer):
                each.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, to_server: bool = False
    ) -> None:
        own, real = f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self._port}".encode()
        with suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                if self.seconds:
                    await asyncio.sleep(self._chance.random() * self.seconds)
                writer.write(data.replace(own, real) if to_server else data)
                await writer.drain()
            writer.close()
