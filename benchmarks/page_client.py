"""A minimal HTTP client over one connection, so that the load test measures the server and not the client."""

import asyncio
import gzip
from urllib.parse import urlsplit


class Client:
    """Posts JSON over one persistent connection, one request after the other.

    The server may close a connection that was idle for some seconds. The request is then sent a second time.
    """

    def __init__(self, address, page):
        self._host, self._page = urlsplit(address).netloc, page
        self._streams = None
        self._turn = asyncio.Lock()

    async def post(self, route, body):
        """Send a request with a body of bytes; the status and the body of the answer."""
        head = (
            f"POST /api/{route} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
            f"X-Page: {self._page}\r\nAccept-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        async with self._turn:
            try:
                return await self._exchange(head.encode() + body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self._streams = None
                return await self._exchange(head.encode() + body)

    async def _exchange(self, request):
        if self._streams is None:
            host, _, port = self._host.partition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        writer.write(request)
        status, *fields = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        length = next(int(each[15:]) for each in fields if each.lower().startswith(b"content-length:"))
        answer = await reader.readexactly(length)
        packed = any(each.lower() == b"content-encoding: gzip" for each in fields)
        return int(status.split()[1]), gzip.decompress(answer) if packed else answer

    def close(self):
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
