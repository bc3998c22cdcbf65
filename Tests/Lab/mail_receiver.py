#!/usr/bin/env python3
"""A mail server that nobody here wrote, aiosmtpd, which writes down what it is sent.

usage: mail_receiver.py OPTIONS

OPTIONS is a JSON object: `tls` (none, starttls or implicit), `certificate` and `key` (PEM files), `user` and
`password` where it wants them, `mechanisms` (of AUTH: LOGIN, PLAIN), and `replies`: for a recipient's address
what is said to RCPT or, under `data ADDRESS`, to the whole mail; a list is said one after another, the last
again and again. Without a reply it takes everything.

It listens on a free port of 127.0.0.1 and prints JSON, a line each: `{"port": …}`, then each mail that it took
or refused after the data, as Python's own email package reads it. It ends with its standard input.
"""
import asyncio
import email
import email.policy
import hmac
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

# It warns of what is wanted here: passwords without TLS, to see that none is sent.
warnings.simplefilter("ignore")
logging.getLogger("mail.log").setLevel(logging.CRITICAL)


def say(value):
    print(json.dumps(value), flush=True)


class Receiver:
    def __init__(self, replies):
        self.replies = {key: [value] if isinstance(value, str) else list(value)
                        for key, value in replies.items()}

    def reply(self, key):
        """What is said of a recipient now; nothing where it is taken."""
        replies = self.replies.get(key)
        if not replies:
            return None
        return replies.pop(0) if len(replies) > 1 else replies[0]

    async def handle_RCPT(self, server, session, envelope, address, options):
        said = self.reply(address) or "250 OK"
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server, session, envelope):
        said = next(filter(None, map(self.reply, ("data " + to for to in envelope.rcpt_tos))), "250 OK")
        content = envelope.content
        mail = email.message_from_bytes(content, policy=email.policy.default)
        login = session.auth_data
        say({
            "reply": said,
            "hello": session.host_name,
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "tls": server.transport.get_extra_info("cipher") is not None,
            "user": login.login.decode() if login else None,
            "headers": [[name, str(value)] for name, value in mail.items()],
            "defects": [type(defect).__name__ for defect in mail.defects]
            + [f"{name}: {type(defect).__name__}" for name, value in mail.items() for defect in value.defects],
            "text": mail.get_content() if mail.get_content_type() == "text/plain" else None,
            "isASCII": content.isascii(),
            "longestLine": max(map(len, content.split(b"\r\n"))),
            "bareLineEnds": content.replace(b"\r\n", b"").count(b"\n") + content.replace(b"\r\n", b"").count(b"\r"),
        })
        return said


def authenticator(user, password):
    def authenticate(server, session, envelope, mechanism, data):
        isRight = isinstance(data, LoginPassword) and hmac.compare_digest(
            data.login + b"\0" + data.password, f"{user}\0{password}".encode())
        # Not handled: the server says 535 itself.
        return AuthResult(success=isRight, handled=False, auth_data=data)
    return authenticate


async def main(options):
    tls = options.get("tls", "none")
    context = None
    if tls != "none":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options["certificate"], options["key"])
    user = options.get("user")
    receiver = Receiver(options.get("replies", {}))
    loop = asyncio.get_running_loop()

    def connection():
        return SMTP(
            receiver,
            hostname="mail.lab.test",
            loop=loop,
            tls_context=context if tls == "starttls" else None,
            require_starttls=tls == "starttls",
            auth_required=user is not None,
            # It doesn't know that a connection was encrypted before it began.
            auth_require_tls=tls == "starttls",
            auth_exclude_mechanism={"LOGIN", "PLAIN"} - set(options.get("mechanisms", ["LOGIN", "PLAIN"])),
            authenticator=authenticator(user, options.get("password")),
        )

    server = await loop.create_server(
        connection, "127.0.0.1", 0, ssl=context if tls == "implicit" else None)
    say({"port": server.sockets[0].getsockname()[1]})
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main(json.loads(sys.argv[1])))
