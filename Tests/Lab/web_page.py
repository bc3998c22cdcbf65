"""Serves one page: web_page.py ADDRESS PORT (page BYTES | redirect URL | silent)."""
import socket
import sys
import threading

address, port, mode = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def answer(connection):
    with connection:
        connection.recv(65536)
        if mode == "silent":
            threading.Event().wait(30)
        elif mode == "redirect":
            head = f"HTTP/1.1 302 Found\r\nLocation: {sys.argv[4]}\r\nContent-Length: 0\r\n\r\n"
            connection.sendall(head.encode())
        else:
            size = int(sys.argv[4])
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n"
            connection.sendall(head.encode() + b"x" * size)


server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind((address, port))
server.listen(16)
for _ in range(64):
    threading.Thread(target=answer, args=server.accept()[:1], daemon=True).start()
