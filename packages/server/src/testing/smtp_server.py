"""Takes mail with aiosmtpd: smtp_server.py [certificate key].

Settings are given as a line of JSON on standard input: {"replies": {"address": "550 No such user"}}; a recipient with a
reply gets it instead of being taken. With a certificate it offers STARTTLS and takes mail over TLS alone.
Prints "ready <port>" once it listens, then a line of JSON for each mail: from, to, content, and whether it came over TLS.
"""
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP


class Keeper:
    def __init__(self, replies):
        self.replies = replies

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.replies:
            return self.replies[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "content": envelope.content.decode("utf-8"),
            "overTls": session.ssl is not None,
        }
        print(json.dumps(mail), flush=True)
        return "250 Kept"


class FreePortController(Controller):
    """Tells the port that the system chose before it tries to reach itself."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()

    def factory(self):
        return SMTP(self.handler, tls_context=context, require_starttls=context is not None)


context = None
if len(sys.argv) == 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
controller = FreePortController(Keeper(json.loads(sys.stdin.readline())["replies"]), hostname="127.0.0.1", port=0)
controller.start()
print(f"ready {controller.port}", flush=True)
sys.stdin.read()
controller.stop()
