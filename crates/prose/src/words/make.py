#!/usr/bin/env python3
"""Makes english.words from the word lists of SCOWL.

    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    python3 make.py scowl/usr/share/dict/scowl english.words

Taken are the English, American, British and Canadian words of the sizes 10 to 80 with their variants, in
small letters, without accents; words with other marks are left out. The form of the file stands in words.rs.
"""

import collections
import glob
import os
import sys
import unicodedata

# The largest size of each class of words, the most frequent class first.
CLASSES = (20, 35, 60, 80)
BLOCK_WORDS = 64
SHARED_MAX = 15
CHUNKS = 100


def plain(word):
    word = word.replace("æ", "ae").replace("œ", "oe")
    letters = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def read(folder):
    sizes = {}
    for path in sorted(glob.glob(os.path.join(folder, "*-words.*"))):
        name, size = os.path.basename(path).rsplit(".", 1)
        if name.startswith("special") or int(size) > CLASSES[-1]:
            continue
        with open(path, encoding="utf-8") as file:
            for word in map(plain, file.read().split()):
                if word.isascii() and word.isalpha() and word.islower():
                    sizes[word] = min(int(size), sizes.get(word, 99))
    return sizes


def suffixes(words):
    before = ""
    for at, word in enumerate(words):
        shared = 0 if at % BLOCK_WORDS == 0 else min(SHARED_MAX, len(os.path.commonprefix([before, word])))
        yield word, shared, word[shared:]
        before = word


def chunks(words):
    """The strings of two to five letters that save most bytes at the ends of words, then anywhere."""
    gains = collections.Counter()
    for _, _, suffix in suffixes(words):
        for length in range(2, 6):
            if len(suffix) >= length:
                gains[suffix[-length:]] += length - 1
    chosen = [chunk for chunk, _ in gains.most_common(CHUNKS)]
    return sorted(chosen, key=lambda chunk: (-len(chunk), chunk))


def coded(suffix, codes):
    """The fewest codes that make a suffix."""
    best = [(0, b"")] + [None] * len(suffix)
    for end in range(1, len(suffix) + 1):
        for chunk, code in codes.items():
            if suffix.endswith(chunk, 0, end) and best[end - len(chunk)] is not None:
                cost = best[end - len(chunk)][0] + 1
                if best[end] is None or cost < best[end][0]:
                    best[end] = (cost, best[end - len(chunk)][1] + bytes([code]))
    return best[-1][1]


def main(folder, target):
    sizes = read(folder)
    words = sorted(sizes)
    chosen = chunks(words)
    codes = {chr(ord("a") + at): at for at in range(26)}
    codes.update({chunk: 26 + at for at, chunk in enumerate(chosen)})
    blocks, body, known = [], bytearray(), {}
    for at, (word, shared, suffix) in enumerate(suffixes(words)):
        if at % BLOCK_WORDS == 0:
            blocks.append(len(body))
        group = next(at for at, size in enumerate(CLASSES) if sizes[word] <= size)
        if suffix not in known:
            known[suffix] = coded(suffix, codes)
        body.append(shared << 4 | group)
        body += known[suffix][:-1]
        body.append(known[suffix][-1] | 0x80)
    head = ",".join(chosen).encode()
    with open(target, "wb") as file:
        file.write(len(head).to_bytes(4, "little") + head + len(blocks).to_bytes(4, "little"))
        for offset in blocks:
            file.write(offset.to_bytes(4, "little"))
        file.write(body)
    print(f"{len(words)} words, {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
