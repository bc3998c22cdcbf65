#!/usr/bin/env python3
"""Servers whose protocols start in clear and change to TLS, as openssl s_client asks for it.

usage: starttls.py CERTIFICATE KEY

Serves each protocol on a free port of 127.0.0.1 and prints a line "NAME PORT" for each; NAME-plain
is one that refuses TLS. Ends with its standard input.
"""
import socket
import ssl
import sys
import threading


def line(stream):
    text = b""
    while not text.endswith(b"\n"):
        byte = stream.recv(1)
        if not byte or len(text) > 4096:
            raise OSError("no line")
        text += byte
    return text.strip()


def exactly(stream, count):
    data = b""
    while len(data) < count:
        more = stream.recv(count - len(data))
        if not more:
            raise OSError("too short")
        data += more
    return data


def expect(stream, words):
    if not line(stream).upper().startswith(words):
        raise OSError("not what was expected")


def smtp(stream, offers):
    stream.sendall(b"220-mail.lab.test ESMTP\r\n220 be welcome\r\n")
    expect(stream, b"EHLO ")
    if not offers:
        stream.sendall(b"250-mail.lab.test\r\n250 8BITMIME\r\n")
        return
    stream.sendall(b"250-mail.lab.test\r\n250-STARTTLS\r\n250 8BITMIME\r\n")
    expect(stream, b"STARTTLS")
    stream.sendall(b"220 go ahead\r\n")


def imap(stream, offers):
    stream.sendall(b"* OK [CAPABILITY IMAP4rev1] ready\r\n")
    while True:
        tag, command = line(stream).upper().split(b" ")[:2]
        if command == b"CAPABILITY":
            stream.sendall(b"* CAPABILITY IMAP4rev1 STARTTLS\r\n" + tag.lower() + b" OK\r\n")
            continue
        answer = b" OK Begin TLS\r\n" if offers else b" BAD no TLS here\r\n"
        stream.sendall(b"* 1 EXISTS\r\n" + tag.lower() + answer)
        return


def pop3(stream, offers):
    stream.sendall(b"+OK POP3 ready\r\n")
    expect(stream, b"STLS")
    stream.sendall(b"+OK begin\r\n" if offers else b"-ERR no TLS here\r\n")


def ftp(stream, offers):
    stream.sendall(b"220-hello\r\n  a line of any kind\r\n220 ready\r\n")
    while True:
        command = line(stream).upper()
        if command == b"FEAT":
            stream.sendall(b"211-Features\r\n AUTH TLS\r\n211 End\r\n")
            continue
        stream.sendall(b"234 go ahead\r\n" if offers else b"502 no TLS here\r\n")
        return


def ldap(stream, offers):
    exactly(stream, exactly(stream, 2)[1])
    # An extended response with the result 0, or 2: protocolError.
    result = b"\x00" if offers else b"\x02"
    stream.sendall(b"\x30\x0c\x02\x01\x01\x78\x07\x0a\x01" + result + b"\x04\x00\x04\x00")


def postgres(stream, offers):
    exactly(stream, 8)
    stream.sendall(b"S" if offers else b"N")


def mysql(stream, offers):
    # HandshakeV10 of MariaDB 10.11: version, thread, eight bytes, capabilities.
    low = 0xFFFE if offers else 0xFFFE & ~0x0800
    body = b"\x0a10.11.6-MariaDB\x00" + b"\x05\x00\x00\x00" + b"saltsalt\x00" + low.to_bytes(2, "little")
    body += b"\x2d\x02\x00\xff\x81\x15" + b"\x00" * 6 + b"\x1d\x00\x00\x00" + b"saltsaltsalt\x00"
    body += b"mysql_native_password\x00"
    stream.sendall(len(body).to_bytes(3, "little") + b"\x00" + body)
    request = exactly(stream, 36)
    flags = int.from_bytes(request[4:8], "little")
    if request[:4] != b"\x20\x00\x00\x01" or not flags & 0x0800 or not flags & 0x0200:
        raise OSError("no SSLRequest")


def element(stream, end):
    text = b""
    while end not in text:
        byte = stream.recv(1)
        if not byte or len(text) > 4096:
            raise OSError("no element")
        text += byte
    return text


def xmpp(stream, offers, kind=b"client"):
    head = element(stream, b"version='1.0'>")
    if b"jabber:" + kind not in head:
        stream.sendall(b"<stream:stream><stream:error><invalid-namespace xmlns='urn:x'/></stream:error></stream:stream>")
        return
    tls = b"<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>" if offers else b""
    stream.sendall(b"<?xml version='1.0'?><stream:stream xmlns='jabber:" + kind
                   + b"' xmlns:stream='http://etherx.jabber.org/streams' id='1' version='1.0'>")
    stream.sendall(b"<stream:features>" + tls + b"<mechanisms/></stream:features>")
    if offers:
        element(stream, b">")
        stream.sendall(b"<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")


def xmpp_server(stream, offers):
    xmpp(stream, offers, b"server")


def sieve(stream, offers):
    stream.sendall(b'"IMPLEMENTATION" "Dovecot Pigeonhole"\r\n"SIEVE" "fileinto reject"\r\n')
    stream.sendall(b'"STARTTLS"\r\n"VERSION" "1.0"\r\nOK "ready."\r\n' if offers else b'OK "ready."\r\n')
    expect(stream, b"STARTTLS")
    stream.sendall(b'OK "Begin TLS negotiation now."\r\n')


def serve(listener, opening, offers, context):
    while True:
        stream, _ = listener.accept()
        stream.settimeout(10)
        try:
            opening(stream, offers)
            if offers:
                context.wrap_socket(stream, server_side=True).close()
        except OSError:
            pass
        finally:
            stream.close()


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    for opening in (smtp, imap, pop3, ftp, ldap, postgres, mysql, xmpp, xmpp_server, sieve):
        for offers in (True, False):
            listener = socket.create_server(("127.0.0.1", 0), backlog=16)
            arguments = (listener, opening, offers, context)
            threading.Thread(target=serve, args=arguments, daemon=True).start()
            suffix = "" if offers else "-plain"
            print(f"{opening.__name__.replace('_', '-')}{suffix} {listener.getsockname()[1]}", flush=True)
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
