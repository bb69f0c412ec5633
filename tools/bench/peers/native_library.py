"""Signs files with the native library c2pa-rs in one warm process, and tells how long each took.

    native_library.py CHAIN.pem KEY.pem

The first line of the output is {"name": ...}. Then, for each line {"path", "media_type", "output"} of the input, one
line {"ms"}: the time of the library's own call alone. It opens no connection.
"""

import json
import sys
import time

import c2pa

SETTINGS = {
    "verify": {"verify_after_sign": False, "remote_manifest_fetch": False, "ocsp_fetch": False},
    "builder": {"thumbnail": {"enabled": False}},
    "core": {"allowed_network_hosts": []},
}
MANIFEST = {
    "claim_generator_info": [{"name": "Benchmark", "version": "1.0"}],
    "assertions": [
        {
            "label": "c2pa.actions.v2",
            "data": {
                "actions": [
                    {
                        "action": "c2pa.created",
                        "digitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation",
                    }
                ]
            },
        }
    ],
}


class SignerInSettings(c2pa.Context):
    has_signer = True  # The module does not see a signer that the settings name; the library does.


def main():
    chain, key = (open(path).read() for path in sys.argv[1:3])
    settings = {**SETTINGS, "signer": {"local": {"alg": "es256", "sign_cert": chain, "private_key": key}}}
    print(json.dumps({"name": f"c2pa-python {c2pa.__version__} with c2pa-rs {c2pa.sdk_version()}"}), flush=True)
    with SignerInSettings.from_json(json.dumps(settings)) as context:
        for line in sys.stdin:
            request = json.loads(line)
            start = time.perf_counter()
            with open(request["path"], "rb") as source, open(request["output"], "w+b") as target:
                c2pa.Builder(json.dumps(MANIFEST), context=context).sign(request["media_type"], source, target)
            print(json.dumps({"ms": (time.perf_counter() - start) * 1000}), flush=True)


main()
