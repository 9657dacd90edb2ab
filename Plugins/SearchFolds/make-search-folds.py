#!/usr/bin/env python3
"""Writes the table for folding letters in a search: python3 make-search-folds.py > FoldTable.swift

The data comes from Python's unicodedata; the table names its version of Unicode.
"""
import sys
import unicodedata
from textwrap import wrap

IOTA = 0x345  # the one mark whose folded form is a letter; it is folded last
# Latin letters that do not decompose, but count as plain ones in a search.
STROKES = dict(zip("đħıŀłøŧ", "dhillot"))
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000 and not 0xAC00 <= c < 0xD7A4]


def nfd(text):
    return unicodedata.normalize("NFD", text)


def is_latin(letter):
    return unicodedata.category(letter).startswith("L") and unicodedata.name(letter, "").startswith("LATIN ")


def is_accent(mark):
    return 0x300 <= ord(mark) <= 0x36F


def folded(scalar):
    """The letters that a scalar folds to, decomposed, without the accents after a Latin letter."""
    lower = nfd("".join(c if ord(c) == IOTA else c.casefold() for c in nfd(chr(scalar))))
    result = ""
    for c in lower:
        if is_accent(c) and result and is_latin(result[-1]):
            continue
        result += STROKES.get(c, c)
    return tuple(map(ord, result))


def number(value):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while True:
        text = digits[value % 36] + text
        value //= 36
        if value == 0:
            return text


def runs(mapping):
    """Words `s:t,t` for neighbours, and `s*n/k>t` for `n` scalars, `k` apart, at the same distance from their targets."""
    words = []
    rest = sorted(mapping)
    while rest:
        first = rest[0]
        best = (0, 1)
        for step in (1, 2):
            count = 0
            at = first
            while at in mapping and len(mapping[at]) == 1 and mapping[at][0] - at == mapping[first][0] - first:
                count += 1
                at += step
            if count > best[0]:
                best = (count, step)
        count, step = best
        if count >= 4:
            words.append("%s*%s/%d>%s" % (number(first), number(count), step, number(mapping[first][0])))
            taken = {first + step * i for i in range(count)}
        else:
            taken = set()
            targets = []
            while first + len(taken) in mapping and len(",".join(targets)) < 60:
                targets.append(".".join(map(number, mapping[first + len(taken)])))
                taken.add(first + len(taken))
            words.append("%s:%s" % (number(first), ",".join(targets)))
        rest = [s for s in rest if s not in taken]
    return words


folds = {s: folded(s) for s in SCALARS if s >= 0x80 and folded(s) != (s,)}

classes = {s: (unicodedata.combining(chr(s)),) for s in SCALARS if unicodedata.combining(chr(s))}
marks = []
for s in sorted(classes):
    if marks and marks[-1][0] + marks[-1][1] == s and marks[-1][2] == classes[s][0]:
        marks[-1][1] += 1
    else:
        marks.append([s, 1, classes[s][0]])

pairs = []
for s in SCALARS:
    parts = unicodedata.decomposition(chr(s)).split()
    if len(parts) != 2 or parts[0].startswith("<") or unicodedata.normalize("NFC", chr(s)) != chr(s):
        continue
    first, second = (int(part, 16) for part in parts)
    # Only folded letters are composed, and no accent remains after a Latin letter.
    whole = nfd(chr(s))
    if folds.get(s, ()) != tuple(map(ord, whole)) or is_latin(whole[0]) or IOTA in map(ord, whole):
        continue
    pairs.append("%s+%s=%s" % (number(first), number(second), number(s)))


def literal(name, doc, words):
    print('  /// %s' % doc)
    print('  static let %s = """' % name)
    lines = wrap(" ".join(words), 112, break_long_words=False, break_on_hyphens=False)
    print(" \\\n".join("    " + line for line in lines))
    print('    """')


print("// Made by Plugins/SearchFolds/make-search-folds.py (make folds): change that, not this.")
print()
print("/// How letters fold, as words of numbers to the base 36.")
print("enum FoldTable {")
print("  /// The version of Unicode.")
print('  static let unicodeVersion = "%s"' % unicodedata.unidata_version)
print()
literal("foldings", "`s:t,t` says what `s` and its neighbours fold to, `t.t` is two letters; `s*n/k>t`: `n` scalars, `k` apart.", runs(folds))
print()
literal("classes", "`s*n=c`: `n` marks from `s` on have the combining class `c`.",
        ["%s*%s=%s" % (number(s), number(n), number(c)) for s, n, c in marks])
print()
literal("compositions", "`a+b=c`: two folded scalars are written as one.", pairs)
print("}")
