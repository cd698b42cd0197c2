"""Takes mail with aiosmtpd: smtp_server.py [certificate key].

Settings are given as a line of JSON on standard input: {"replies": {"address": ["550 No such user"]}, "password": null}; a
recipient with replies gets them one after the other instead of being taken, with a password it takes mail only of those
who sign in with it. With a certificate it offers STARTTLS and takes mail over TLS alone.
Prints "ready <port>" once it listens, then a line of JSON for each mail: from, to, content, and whether it came over TLS.
"""
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult


class Keeper:
    def __init__(self, replies):
        self.replies = replies

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.replies.get(address):
            return self.replies[address].pop(0)
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
        has_password = settings["password"] is not None
        return SMTP(
            self.handler,
            tls_context=context,
            require_starttls=context is not None,
            authenticator=sign_in if has_password else None,
            auth_required=has_password,
            auth_require_tls=False,
        )


def sign_in(server, session, envelope, mechanism, given):
    return AuthResult(success=given.password == settings["password"].encode(), handled=False)


context = None
if len(sys.argv) == 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
settings = json.loads(sys.stdin.readline())
controller = FreePortController(Keeper(settings["replies"]), hostname="127.0.0.1", port=0)
controller.start()
print(f"ready {controller.port}", flush=True)
sys.stdin.read()
controller.stop()
