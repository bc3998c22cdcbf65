"""Serves one page: web_page.py ADDRESS PORT (page BYTES | login | only HOST | redirect URL | silent).

`only` serves a page of that host, and says of others that it can't reach them, as proxies do.
"""
import socket
import sys
import threading

LOGIN = b"""<!doctype html><title>Guests</title><form method="post" action="/login">
<input name="room"><input name="code" type="password"><button>Go online</button></form>"""
address, port, mode = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def answer(connection):
    with connection:
        asked = connection.recv(65536).decode("latin-1")
        if mode == "silent":
            threading.Event().wait(30)
        elif mode == "redirect":
            head = f"HTTP/1.1 302 Found\r\nLocation: {sys.argv[4]}\r\nContent-Length: 0\r\n\r\n"
            connection.sendall(head.encode())
        elif mode == "only" and f"\r\nHost: {sys.argv[4]}\r\n" not in asked:
            connection.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        else:
            body = LOGIN if mode == "login" else b"x" * (300 if mode == "only" else int(sys.argv[4]))
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            connection.sendall(head.encode() + body)


server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind((address, port))
server.listen(16)
for _ in range(64):
    threading.Thread(target=answer, args=server.accept()[:1], daemon=True).start()
