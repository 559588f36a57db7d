#!/usr/bin/env python3
"""Verifies the published log and evidence of Aditus without Aditus. Needs Python 3.9 or later and nothing else.

    aditus-verify.py tree LOG KEY             the present log: its signature, every tile, and their root
    aditus-verify.py growth EARLIER LOG KEY   the log continues that of a checkpoint that you kept
    aditus-verify.py evidence FILE KEY        a file of evidence: its signature, the path from the entry to the root, its texts,
                                              and the passkey that confirmed a decision

LOG is a folder of `aditus audit export`, or the address of the published log, such as https://aditus.example/log. EARLIER is a
file with a checkpoint, or such a folder. KEY is the verifier key of the log. Get it from another place than the log.

The exit code is 0 with one line if everything is right, else 1 with the fault. The formats are those of RFC 6962 (2.1), RFC 8032,
RFC 8785, C2SP (signed-note, tlog-checkpoint, tlog-tiles, tlog-proof) and Web Authentication; PROOF.md describes their use.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys
import urllib.request

TILE = 256


class Wrong(Exception):
    """A verification failed."""


# Ed25519 verification (RFC 8032, 5.1). All inputs are public, so it need not run in constant time.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def point_add(a, b):
    """Returns the sum of two points in extended coordinates."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def point_mul(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = point_add(result, point)
        point = point_add(point, point)
        scalar >>= 1
    return result


def point_equal(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def point_of(data):
    """Decodes a point from 32 bytes; None if they are no point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = point_of(key), point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER:
        return False
    challenge = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(challenge, "little") % ORDER
    expected = point_add(commitment, point_mul(challenge, public))
    return point_equal(point_mul(scalar, BASE), expected)


# ECDSA over P-256 with SHA-256 (FIPS 186-5, 6.4.2). A point is None at infinity.

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
COUNT = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
GENERATOR = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def curve_add(a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % FIELD == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, FIELD)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, FIELD)
    x = (slope * slope - a[0] - b[0]) % FIELD
    return (x, (slope * (a[0] - x) - a[1]) % FIELD)


def curve_mul(scalar, point):
    result = None
    while scalar > 0:
        if scalar & 1:
            result = curve_add(result, point)
        point = curve_add(point, point)
        scalar >>= 1
    return result


def is_signed_by_curve(key, message, signature):
    x, y = (int.from_bytes(part, "big") for part in (key[:32], key[32:]))
    if len(key) != 64 or max(x, y) >= FIELD or (y * y - x * x * x + 3 * x - B) % FIELD != 0:
        return False
    r, s = integers_of(signature)
    if not (0 < r < COUNT and 0 < s < COUNT):
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, COUNT)
    point = curve_add(curve_mul(digest * inverse % COUNT, GENERATOR), curve_mul(r * inverse % COUNT, (x, y)))
    return point is not None and point[0] % COUNT == r


# RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2).

SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def is_signed_by_rsa(key, message, signature):
    modulus, exponent = integers_of(key)
    size = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(signature, "big")
    if size < 256 or exponent < 3 or len(signature) != size or number >= modulus:
        return False
    info = SHA256_INFO + hashlib.sha256(message).digest()
    padded = b"\x00\x01" + b"\xff" * (size - len(info) - 3) + b"\x00" + info
    return pow(number, exponent, modulus) == int.from_bytes(padded, "big")


# DER (X.690): sequences of integers, and the keys in SubjectPublicKeyInfo (RFC 5280, 4.1).


def element_of(data, tag):
    """Returns the content of the first element, which has this tag, and the bytes behind it."""
    if len(data) < 2 or data[0] != tag:
        raise Wrong("a key or signature is no DER")
    length, begin = data[1], 2
    if length >= 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[2:begin], "big")
        if begin > 6 or length < 0x80 or data[2] == 0:
            raise Wrong("a key or signature is no DER")
    if len(data) < begin + length:
        raise Wrong("a key or signature is no DER")
    return data[begin : begin + length], data[begin + length :]


def integers_of(data):
    """Returns the two positive integers of a sequence."""
    inner, behind = element_of(data, 0x30)
    first, rest = element_of(inner, 0x02)
    second, end = element_of(rest, 0x02)
    for number in (first, second):
        if not number or number[0] >= 0x80 or (len(number) > 1 and number[0] == 0 and number[1] < 0x80):
            raise Wrong("a key or signature is no DER")
    if behind or end:
        raise Wrong("a key or signature is no DER")
    return int.from_bytes(first, "big"), int.from_bytes(second, "big")


# The algorithms of passkeys by their numbers of COSE: the header of the key, and the check of a signature.
PASSKEYS = {
    -7: ("301306072a8648ce3d020106082a8648ce3d030107", b"\x04", is_signed_by_curve),
    -257: ("300d06092a864886f70d0101010500", b"", is_signed_by_rsa),
}


def is_signed_by_passkey(algorithm, key, message, signature):
    header, mark, check = PASSKEYS[algorithm]
    inner, behind = element_of(key, 0x30)
    header = bytes.fromhex(header)
    if behind or not inner.startswith(header):
        raise Wrong("the public key of the passkey is of another algorithm")
    bits, behind = element_of(inner[len(header) :], 0x03)
    if behind or not bits.startswith(b"\x00" + mark):
        raise Wrong("the public key of the passkey is not complete")
    return check(bits[1 + len(mark) :], message, signature)


# Signed notes and checkpoints.


def decoded(text):
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise Wrong(f"{text!r} is no base64") from None


def key_of(text):
    """Returns the name, the id and the Ed25519 key of a verifier key."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise Wrong("the key is no verifier key, such as example.org/log+530d903a+AekyeR…")
    name, digits, encoded = parts
    data = decoded(encoded)
    own = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    if len(data) != 33 or data[0] != 1 or own.hex() != digits.lower():
        raise Wrong("the key is no verifier key of Ed25519, or was mistyped")
    return name, own, data[1:]


def signature_of(line):
    """Returns the name and the bytes of a signature: the id of its key, then the signature."""
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] != "—":
        raise Wrong("checkpoint: a line of it is no signature")
    data = decoded(parts[2])
    if len(data) < 5:
        raise Wrong("checkpoint: a signature of it is too short")
    return parts[1], data


def opened(note, key):
    """Returns the origin, the size and the root of a checkpoint, after verifying its signature by this key."""
    name, own, public = key_of(key)
    text, gap, signatures = note.partition("\n\n")
    if not gap:
        raise Wrong("checkpoint: it is no signed note")
    text += "\n"
    lines = signatures.split("\n")
    if len(lines) < 2 or lines.pop():
        raise Wrong("checkpoint: it is no signed note")
    made = [signature_of(line) for line in lines]
    if not any(by == name and data[:4] == own and is_signed(public, text.encode(), data[4:]) for by, data in made):
        raise Wrong("checkpoint: it is not signed by this key")
    lines = text.split("\n")
    if len(lines) < 4 or lines[0] != name or not lines[1].isdecimal() or str(int(lines[1])) != lines[1]:
        raise Wrong("checkpoint: it is of another log, or of another form")
    root = decoded(lines[2])
    if len(root) != 32:
        raise Wrong("checkpoint: its root is no SHA-256")
    return lines[0], int(lines[1]), root


# The tree.


def leaf_hash(entry):
    return hashlib.sha256(b"\x00" + entry).digest()


def parent(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(hashes):
    """Returns the root of a tree of these leaves, or of these complete subtrees of the same size."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    waiting = []
    for count, node in enumerate(hashes, 1):
        while count & 1 == 0:
            node = parent(waiting.pop(), node)
            count >>= 1
        waiting.append(node)
    node = waiting.pop()
    while waiting:
        node = parent(waiting.pop(), node)
    return node


def read(log, path):
    """Reads a file of the log from a folder or an address."""
    if log.startswith(("https://", "http://")):
        with urllib.request.urlopen(f"{log.rstrip('/')}/{path}", timeout=60) as answer:
            return answer.read()
    return (pathlib.Path(log) / path).read_bytes()


def tile_path(level, index, width):
    groups = [f"{index % 1000:03d}"]
    while index >= 1000:
        index //= 1000
        groups.insert(0, f"x{index % 1000:03d}")
    partial = "" if width == TILE else f".p/{width}"
    return f"tile/{level}/{'/'.join(groups)}{partial}"


def level_of(log, level, count):
    """Returns the hashes of a level of tiles."""
    hashes = []
    for index in range((count + TILE - 1) // TILE):
        width = min(TILE, count - index * TILE)
        path = tile_path(level, index, width)
        data = read(log, path)
        if len(data) != width * 32:
            raise Wrong(f"{path} has {len(data)} bytes, and {width * 32} are expected")
        hashes.extend(data[place : place + 32] for place in range(0, len(data), 32))
    return hashes


def leaves_of(log, size, root):
    """Returns the leaf hashes of a log, after verifying all tiles against the signed root."""
    leaves = level_of(log, 0, size)
    if root_of(leaves) != root:
        raise Wrong("the tiles give another root than the one that was signed")
    below, level = leaves, 0
    while len(below) >= TILE:
        level += 1
        complete = len(below) // TILE
        above = level_of(log, level, complete)
        for index in range(complete):
            if root_of(below[index * TILE : (index + 1) * TILE]) != above[index]:
                raise Wrong(f"hash {index} of level {level} of the tiles is not that of the tile below it")
        below = above
    return leaves


def root_by_path(leaf, index, size, path):
    """Returns the root to which a path leads (RFC 9162, 2.1.3.2)."""
    if index >= size:
        raise Wrong("the way does not lead from the entry to the root: the log is smaller")
    node, last = leaf, size - 1
    for sibling in path:
        if last == 0 or len(sibling) != 32:
            raise Wrong("the way does not lead from the entry to the root: it is too long")
        if index & 1 or index == last:
            node = parent(sibling, node)
            while index & 1 == 0 and index != 0:
                index >>= 1
                last >>= 1
        else:
            node = parent(node, sibling)
        index >>= 1
        last >>= 1
    if last != 0:
        raise Wrong("the way does not lead from the entry to the root: it is too short")
    return node


# The commands.


def tree(log, key):
    origin, size, root = opened(read(log, "checkpoint").decode(), key)
    leaves_of(log, size, root)
    return f"{size} entries of {origin}"


def growth(earlier, log, key):
    kept = pathlib.Path(earlier)
    kept = kept / "checkpoint" if kept.is_dir() else kept
    _, old_size, old_root = opened(kept.read_text(encoding="utf-8"), key)
    _, size, root = opened(read(log, "checkpoint").decode(), key)
    if old_size > size:
        raise Wrong(f"the log does not go on from the earlier one: it has {size} entries, and had {old_size}")
    if root_of(leaves_of(log, size, root)[:old_size]) != old_root:
        raise Wrong("the log does not go on from the earlier one")
    return f"{size} entries begin with {old_size}"


def canonical(text):
    """Returns true if an entry is in the form of RFC 8785, which all readers parse alike. Its numbers are integers."""
    again = json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return again == text


def object_of(members):
    """Creates an object, and refuses repeated fields."""
    held = dict(members)
    if len(held) != len(members):
        raise Wrong("a field comes twice")
    return held


def texts_of(held, fields):
    """Refuses an object with other fields than these texts."""
    if not isinstance(held, dict) or set(held) != set(fields):
        raise Wrong(f"it is no evidence: its fields have to be {', '.join(fields)}")
    if not all(isinstance(held[field], str) for field in fields):
        raise Wrong("it is no evidence: a field is no text")


def read_evidence(file):
    held = json.loads(pathlib.Path(file).read_text(encoding="utf-8"), object_pairs_hook=object_of)
    if not isinstance(held, dict):
        raise Wrong("it is no evidence")
    texts = {field: value for field, value in held.items() if field not in ("content", "values", "enrolment")}
    texts_of(texts, ["format", "entry", "proof", "verifier_key"])
    if held.get("enrolment") is not None:
        texts_of(held["enrolment"], ["entry", "proof"])
    if held["format"] != "aditus.evidence/1":
        raise Wrong(f"the format {held['format']!r} is not known here")
    if not isinstance(held.get("content", ""), (str, type(None))) or not isinstance(held.get("values"), list):
        raise Wrong("it is no evidence: the version is no text, or the texts are no list")
    for value in held["values"]:
        texts_of(value, ["commitment", "salt", "value"])
    return held


def read_proof(proof):
    """Returns the index, the path to the root, and the checkpoint of a tlog-proof."""
    head, _, note = proof.partition("\n\n")
    heading, *lines = head.split("\n")
    if lines and lines[0].startswith("extra "):
        decoded(lines.pop(0)[len("extra ") :])
    name, _, number = lines.pop(0).partition(" ") if lines else ("", "", "")
    is_number = number.isascii() and number.isdecimal() and str(int(number)) == number
    if heading != "c2sp.org/tlog-proof@v1" or name != "index" or not is_number:
        raise Wrong("it is no tlog-proof")
    return int(number), [decoded(line) for line in lines], note


def logged(entry, proof, key):
    """Returns the place of an entry in the log, the origin and size of the log, and what the entry says."""
    number, path, note = read_proof(proof)
    origin, size, root = opened(note, key)
    if root_by_path(leaf_hash(entry.encode()), number, size, path) != root:
        raise Wrong("the way does not lead from the entry to the root")
    if not canonical(entry):
        raise Wrong("the entry is not canonical JSON")
    return number, origin, size, json.loads(entry)


def bytes_of(act, field):
    """Returns the bytes of a field, which are in base64url without padding."""
    text = act[field]
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(data).rstrip(b"=").decode() != text:
        raise Wrong(f"{field} is no base64url")
    return data


ORIGIN = re.compile(r"(https?)://((?:[a-z0-9_-]+\.)*[a-z0-9_-]*[a-z][a-z0-9_-]*)(:[1-9][0-9]{0,4})?")


def belongs(origin, relying_party):
    """Returns true if this origin is a website of the host with this SHA-256, with TLS or at localhost."""
    found = ORIGIN.fullmatch(origin)
    if found is None or found[3] == {"https": ":443", "http": ":80"}[found[1]]:
        return False
    is_secure = found[1] == "https" or found[2] == "localhost"
    return is_secure and hashlib.sha256(found[2].encode()).digest() == relying_party


def check_passkey(said, number, held, key):
    """Checks the passkey that confirmed a decision (Web Authentication, 7.2), and the entry of its enrolment."""
    act, user = said["act"], said["by"]["user"]
    words = "".join(f"{name} {act[name]}\n" for name in ("request", "state", "round", "outcome", "content"))
    nonce = bytes_of(act, "nonce").hex()
    decision = f"aditus decision 1\nuser {user}\n{words}nonce {nonce}\n"
    client_data, authenticator_data = bytes_of(act, "client_data"), bytes_of(act, "authenticator_data")
    client = json.loads(client_data, object_pairs_hook=object_of)
    if bytes_of(client, "challenge") != hashlib.sha256(decision.encode()).digest():
        raise Wrong("the passkey signed another decision")
    if client["type"] != "webauthn.get" or client.get("crossOrigin", False) is not False:
        raise Wrong("the passkey signed something else than a decision")
    if len(authenticator_data) < 37 or not belongs(client["origin"], authenticator_data[:32]):
        raise Wrong("the passkey is of another website")
    if authenticator_data[32] & 5 != 5:
        raise Wrong("the passkey did not verify the person")
    message = authenticator_data + hashlib.sha256(client_data).digest()
    signature, public = bytes_of(act, "signature"), bytes_of(act, "public_key")
    if not is_signed_by_passkey(act["algorithm"], public, message, signature):
        raise Wrong("the passkey did not sign this decision")
    enrolment = held.get("enrolment")
    if enrolment is None:
        raise Wrong("the entry with which the passkey was added is not there")
    if read_proof(enrolment["proof"])[2] != read_proof(held["proof"])[2]:
        raise Wrong("the proofs of decision and passkey have different checkpoints")
    place, _, _, added = logged(enrolment["entry"], enrolment["proof"], key)
    same = all(added["act"][field] == act[field] for field in ("passkey", "public_key", "algorithm"))
    if added["kind"] != "account.passkey_added" or added["act"]["user"] != user or not same or place >= number:
        raise Wrong("the passkey was not added by the same person before")
    return f"account {user} confirmed it by passkey {act['passkey']} at {client['origin']}"


def evidence(file, key):
    held = read_evidence(file)
    entry = held["entry"]
    number, origin, size, said = logged(entry, held["proof"], key)
    content, digest = held.get("content"), said["act"].get("content")
    # Evidence that was made after the removal of the request names a version and does not contain it.
    if content is not None and digest is None:
        raise Wrong("the entry names no version of a request, and the file holds one")
    if content is not None and hashlib.sha256(content.encode()).hexdigest() != digest:
        raise Wrong("the version of the request is not the one that the entry names")
    for value in held["values"]:
        salted = bytes.fromhex(value["salt"]) + value["value"].encode()
        made = hashlib.sha256(salted).hexdigest()
        stands = f'"{made}"' in entry or (content is not None and f'"{made}"' in content)
        if not hmac.compare_digest(made, value["commitment"]) or not stands:
            raise Wrong(f"nothing commits to {value['value']!r}")
    lines = [f"entry {number} of {size} of {origin}: {said['kind']}, recorded at {said['at']}", entry]
    if "passkey" in said["act"] and said["kind"] == "request.decided":
        lines.insert(1, check_passkey(said, number, held, key))
    elif held.get("enrolment") is not None:
        raise Wrong("no passkey confirmed the entry, and the file holds the enrolment of one")
    return "\n".join(lines)


def main(arguments):
    asked = {"tree": (tree, 2), "growth": (growth, 3), "evidence": (evidence, 2)}
    work, count = asked.get(arguments[0] if arguments else "", (None, 0))
    if work is None or len(arguments) != count + 1:
        sys.exit(__doc__)
    try:
        print(work(*arguments[1:]))
    except (Wrong, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
