"""A service manager's end of sd_notify(3): prints each word that comes to a socket at the given path."""
import socket
import sys

path = sys.argv[1]
sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sock.bind(path)
print("bound", flush=True)
while True:
    for word in sock.recv(4096).decode().splitlines():
        print(word, flush=True)
