"""Reads media files with a C2PA verifier that is not ours: `peer_verifier.py c2pa-python|encypher-c2pa`.

With `--check` it only tells, by its status, whether both are installed in the versions of requirements.txt.

One JSON object a line on standard input, one answer a line on standard output, so that one process serves many files.
The first answer comes unasked: {"name": ...} with the versions. Then

    {"trust": {...}}             -> {}                    certificates for what follows, see TRUST of peer-verifier.ts
    {"path", "media_type"}       -> {"report": {...}}     the verifier's own report
                                    {"report": null}      it finds no manifest
                                    {"error": "..."}      it refuses the file
    {"path", "media_type", "output", "settings", "manifest"} -> {}   signs (c2pa-python only)

Neither opens a connection, and nothing is sent about the files.
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


class C2paPython:
    """The reference implementation as native code. It judges by the machine's clock."""

    def __init__(self):
        import c2pa

        self.c2pa = c2pa
        self.name = f"c2pa-python {c2pa.__version__} with c2pa-rs {c2pa.sdk_version()}"
        self.context = None

    def use(self, trust):
        anchors = [
            {
                "trust_uri": f"urn:peer:{index}",
                "trust_kind": "manifest",
                "trust_anchors": entry["anchors"],
                "allowed_list": entry["allowed"],
                "trust_config": "\n".join(entry["purposes"]),
            }
            for index, entry in enumerate(trust["signers"])
        ]
        anchors.append({"trust_uri": "urn:peer:tsa", "trust_kind": "tsa", "trust_anchors": trust["time_stamps"]})
        purposes = {purpose for entry in trust["signers"] for purpose in entry["purposes"]}
        settings = {
            # The check of a certificate's profile reads these only, the search of its list those of the entries.
            "trust": {"anchors": anchors, "trust_config": "\n".join(sorted(purposes))},
            "cawg_trust": {"trust_anchors": trust["identities"]},
            "verify": {
                "remote_manifest_fetch": False,
                "ocsp_fetch": False,
                "verify_trust": True,
                "verify_timestamp_trust": True,
            },
            "core": {"allowed_network_hosts": []},
        }
        self.context = self.c2pa.Context.from_json(json.dumps(settings))

    def read(self, path, media_type):
        with open(path, "rb") as stream:
            reader = self.c2pa.Reader.try_create(media_type, stream, context=self.context)
            return None if reader is None else json.loads(reader.json())

    def signing_context(self):
        class SignerInSettings(self.c2pa.Context):
            has_signer = True  # The module does not see signers that stand in the settings; the library does.

        return SignerInSettings

    def sign(self, path, media_type, output, settings, manifest):
        with self.signing_context().from_json(json.dumps(settings)) as context:
            with open(path, "rb") as source, open(output, "w+b") as target:
                self.c2pa.Builder(json.dumps(manifest), context=context).sign(media_type, source, target)


class EncypherC2pa:
    """An implementation that shares no code with the reference. Its lists are only those that it is given."""

    def __init__(self):
        import encypher_c2pa

        self.encypher = encypher_c2pa
        self.name = f"encypher-c2pa {encypher_c2pa.__version__}"
        self.trust = {}

    def use(self, trust):
        self.trust = {
            "trust_pem": "\n".join(entry["anchors"] for entry in trust["signers"]),
            "allowed_list_pem": "\n".join(entry["allowed"] for entry in trust["signers"]),
            "tsa_trust_pem": trust["time_stamps"],
            "cawg_trust_pem": trust["identities"],
        }

    def read(self, path, media_type):
        given = {name: pem for name, pem in self.trust.items() if pem.strip() != ""}
        # Only its strict posture tells the time of the stamp; everything else is from the ordinary one.
        report, strict = (
            self.encypher.verify(
                path,
                media_type,
                **given,
                no_default_trust=True,
                online=False,
                telemetry=False,
                strict_conformance=is_strict,
            )
            for is_strict in (False, True)
        )
        return {**report, "content_credentials": strict["content_credentials"]} if report["present"] else None


PEERS = {"c2pa-python": C2paPython, "encypher-c2pa": EncypherC2pa}


def answer(peer, request):
    if "trust" in request:
        peer.use(request["trust"])
        return {}
    try:
        if "output" in request:
            peer.sign(**request)
            return {}
        return {"report": peer.read(**request)}
    except Exception as error:  # Whatever it refuses a file with is its answer.
        return {"error": str(error)}


def are_installed():
    wanted = Path(__file__).with_name("requirements.txt").read_text().split()
    try:
        return all(version(name) == number for name, number in (line.split("==") for line in wanted))
    except PackageNotFoundError:
        return False


def main():
    if sys.argv[1] == "--check":
        sys.exit(0 if are_installed() else 1)
    peer = PEERS[sys.argv[1]]()
    print(json.dumps({"name": peer.name}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(peer, json.loads(line))), flush=True)


main()
