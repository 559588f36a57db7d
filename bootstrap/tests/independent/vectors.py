"""Has packaging/aditus-verify.py judge each altered file of evidence, and compares that with what the command says of it.

    vectors.py VERIFIER VECTORS

Exit code 0 where they agree on all of them. The verifier takes one key a call, so that cases with several keys are left out.
"""

import importlib.util
import json
import pathlib
import sys
import tempfile


def verifier(path):
    spec = importlib.util.spec_from_file_location("verifier", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def holds(evidence, file, key):
    try:
        evidence(file, key)
    except Exception:
        return False
    return True


def main(script, vectors):
    evidence = verifier(script).evidence
    vectors = json.loads(pathlib.Path(vectors).read_text(encoding="utf-8"))
    cases = [case for case in vectors["cases"] if len(case["keys"]) == 1]
    if len(cases) < 50:
        sys.exit(f"there are {len(cases)} cases")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "evidence.json"
        for case in cases:
            text = vectors["files"][case["file"]]
            for old, new in case["changes"]:
                text = text.replace(old, new, 1)
            file.write_text(text, encoding="utf-8")
            if holds(evidence, file, vectors["keys"][case["keys"][0]]) != case["says"]["proved"]:
                sys.exit(f"they differ on: {case['about']}")


main(*sys.argv[1:])
