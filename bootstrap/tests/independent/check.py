"""Checks what Aditus publishes with aics-tlog, which is not ours. Only the form of a tlog-proof, which it does not know, is read here.

    check.py tree FOLDER KEY [WITNESS_KEY]    an exported log: its signature, every tile, and the root that they give
    check.py growth EARLIER FOLDER KEY        that the log in FOLDER begins with the one in EARLIER
    check.py evidence FILE KEY                a file of evidence: signature, and the way from the entry to the root

Exit code 0 and one line where all holds, else 1 and what does not.
"""

import base64
import json
import pathlib
import sys

import aics_tlog as tlog


def opened(note, key, witness=None):
    """The checkpoint, if this key has signed it, and the witness where one is named."""
    witnesses = [tlog.parse_vkey(witness)] if witness else None
    key = tlog.parse_vkey(key)
    result = tlog.verify_checkpoint(
        tlog.parse_note(note), key, witnesses, quorum=1 if witness else 0, expected_origin=key.name
    )
    if not result.ok:
        raise ValueError(f"checkpoint: {result.error}")
    return result


def tree(folder, key, witness=None):
    folder = pathlib.Path(folder)
    signed = opened((folder / "checkpoint").read_bytes(), key, witness)
    reader = tlog.FileSystemTileReader(folder)
    tlog.audit_tiles(reader, signed.size, signed.root, entries=False)
    if tlog.tree_root_from_tiles(reader, signed.size) != signed.root:
        raise ValueError("the tiles give another root")
    return f"{signed.size} entries of {signed.origin}"


def growth(earlier, folder, key):
    folder = pathlib.Path(folder)
    old = opened((pathlib.Path(earlier) / "checkpoint").read_bytes(), key)
    new = opened((folder / "checkpoint").read_bytes(), key)
    proof = tlog.consistency_proof_from_tiles(tlog.FileSystemTileReader(folder), old.size, new.size)
    if not tlog.verify_consistency(old.size, new.size, old.root, new.root, proof):
        raise ValueError("the log does not go on from the earlier one")
    return f"{new.size} entries begin with {old.size}"


def evidence(file, key):
    held = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    path, _, note = held["proof"].partition("\n\n")
    heading, index, *path = path.split("\n")
    if heading != "c2sp.org/tlog-proof@v1" or not index.startswith("index "):
        raise ValueError("it is no tlog-proof")
    index = int(index.removeprefix("index "))
    path = [base64.b64decode(line, validate=True) for line in path]
    signed = opened(note, key)
    entry = held["entry"].encode()
    if not tlog.verify_leaf_inclusion(entry, index, signed.size, path, signed.root):
        raise ValueError("the way does not lead from the entry to the root")
    return f"entry {index} of {signed.size}"


try:
    print({"tree": tree, "growth": growth, "evidence": evidence}[sys.argv[1]](*sys.argv[2:]))
except (ValueError, OSError, KeyError, TypeError) as error:
    sys.exit(f"{type(error).__name__}: {error}")
