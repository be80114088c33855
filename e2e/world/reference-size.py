#!/usr/bin/env python3
"""Exclusive bytes of every folder under the given ones, straight from the definition and with no eye on speed.

Prints one JSON object: {"<path in hex>": {"exclusive": n, "held": n, "entries": n}, ...}. All figures in bytes but the
entries. Shares no code with the product: it is what the product is compared with.
"""
import json
import os
import stat
import sys

sys.setrecursionlimit(100_000)


def entries_under(folder):
    """Every (path, lstat) in a folder and below it, the folder itself first."""
    yield folder, os.lstat(folder)
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        info = os.lstat(path)
        if stat.S_ISDIR(info.st_mode):
            yield from entries_under(path)
        else:
            yield path, info


def measure(folder):
    exclusive = 0
    entries = 0
    links = {}
    for _, info in entries_under(folder):
        entries += 1
        if stat.S_ISDIR(info.st_mode):
            exclusive += info.st_blocks * 512
            continue
        met, _ = links.get((info.st_dev, info.st_ino), (0, info))
        links[(info.st_dev, info.st_ino)] = (met + 1, info)
    held = exclusive
    for met, info in links.values():
        held += info.st_blocks * 512
        if met >= info.st_nlink:
            exclusive += info.st_blocks * 512
    return {"exclusive": exclusive, "held": held, "entries": entries}


def main():
    answer = {}
    for top in sys.argv[1:]:
        top = os.fsencode(top)
        for path, info in list(entries_under(top)):
            if stat.S_ISDIR(info.st_mode):
                answer[path.hex()] = measure(path)
    json.dump(answer, sys.stdout)


main()
