"""A FUSE file system of one folder, for root: `fuse.py PLACE silent|answers|stuck`.

`silent` never answers anything; `answers` holds ten files of 4096 bytes; `stuck` holds them too, and a folder `stuck`
that is listed and never answers. Prints a line once it is mounted, and ends with its standard input.
"""
import ctypes
import os
import select
import struct
import sys

place, mode = sys.argv[1:3]
names = [b"f%d" % n for n in range(10)] + ([b"stuck"] if mode == "stuck" else [])
FOLDER, FILE = 0o040755, 0o100644


def attributes(node):
    is_folder = node == 1
    size, blocks = (4096, 8)
    return struct.pack("<6Q3I7I", node, size, blocks, 0, 0, 0, 0, 0, 0,
                       FOLDER if is_folder else FILE, 2 if is_folder else 1, 0, 0, 0, 4096, 0)


def listing(offset):
    entries = b""
    for at, name in list(enumerate(names, 1))[offset:]:
        kind = 4 if name == b"stuck" else 8
        entry = struct.pack("<QQII", at + 1, at, len(name), kind) + name
        entries += entry + b"\0" * (-len(entry) % 8)
    return entries


def answer(opcode, node, body):
    if opcode == 26:
        return struct.pack("<4I2H2I2H8I", 7, 31, 65536, 0, 16, 12, 65536, 1, 16, 0, *[0] * 8)
    if opcode == 3:
        return struct.pack("<QII", 0, 0, 0) + attributes(node)
    if opcode == 1:
        name = body.rstrip(b"\0")
        if name not in names:
            return -2
        node = names.index(name) + 2
        return struct.pack("<4Q2I", node, 0, 0, 0, 0, 0) + attributes(node)
    if opcode == 27:
        return struct.pack("<QII", 0, 0, 0)
    if opcode == 28:
        return listing(struct.unpack_from("<QQ", body)[1])
    if opcode == 17:
        return struct.pack("<5Q10I", 100, 50, 50, 10, 5, 4096, 255, 4096, *[0] * 7)
    return b"" if opcode in (18, 25, 29) else -38


def serve(device):
    while True:
        ready, _, _ = select.select([device, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        if mode == "silent":
            sys.stdin.read()
            return
        request = os.read(device, 1 << 17)
        _, opcode, unique, node = struct.unpack_from("<IIQQ", request)
        body = request[40:]
        if opcode in (2, 36, 42) or (opcode == 1 and body.rstrip(b"\0") == b"stuck"):
            continue
        said = answer(opcode, node, body)
        error, content = (said, b"") if isinstance(said, int) else (0, said)
        os.write(device, struct.pack("<IiQ", 16 + len(content), error, unique) + content)


device = os.open("/dev/fuse", os.O_RDWR)
options = b"fd=%d,rootmode=40000,user_id=0,group_id=0" % device
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b"clearhold-test", os.fsencode(place), b"fuse", 0, options) != 0:
    sys.exit("it could not be mounted: " + os.strerror(ctypes.get_errno()))
print("mounted", flush=True)
serve(device)
