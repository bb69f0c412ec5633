import { createHash, X509Certificate } from 'node:crypto';
import { KEY_PURPOSE, SIGNER_PURPOSES } from '../trust/key-purposes.ts';
import type { TrustList, TrustListName, TrustSnapshot } from '../trust/trust-list.ts';

/** Assertions that we make and vouch for ourselves; the claim distinguishes them from those supplied by others. */
const CREATED_ASSERTIONS = [
  'c2pa.actions',
  'c2pa.actions.v2',
  'c2pa.ingredient',
  'c2pa.ingredient.v3',
  'c2pa.thumbnail.claim',
];

/**
 * The engine's settings for one trust snapshot, as the JSON string it takes.
 *
 * Everything that would open a connection is off: a declared remote manifest is reported, not fetched, and revocation
 * is read from stapled evidence only.
 */
export function engineSettings(snapshot: TrustSnapshot): string {
  return JSON.stringify(settingsOf(snapshot));
}

/**
 * The engine's settings for signing: a parent is validated with the same lists, and its result is written into the manifest.
 * A separate reading judges whether the output is good, and thumbnails are ours.
 */
export function signingSettings(snapshot: TrustSnapshot): string {
  const { verify, ...others } = settingsOf(snapshot);
  return JSON.stringify({
    ...others,
    verify: { ...verify, verify_after_sign: false },
    builder: { thumbnail: { enabled: false }, created_assertion_labels: CREATED_ASSERTIONS },
  });
}

function settingsOf(snapshot: TrustSnapshot) {
  return {
    trust: {
      anchors: snapshot.lists.map(anchorsEntry).filter((entry) => entry !== null),
      // The certificate profile is checked against these, whichever list the chain leads to; without them the engine accepts
      // e-mail protection only. trust/match-chain.ts decides which purposes a list accepts.
      trust_config: SIGNER_PURPOSES.join('\n'),
    },
    verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_timestamp_trust: true },
    core: { allowed_network_hosts: [] },
  };
}

/** The short form in which the engine takes an allowed certificate: a hundred of them as PEM cost 5 ms a file. */
function certificateDigest(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64');
}

/** The engine's name for a list in its explanations. */
export function trustUri(name: TrustListName): string {
  return `urn:revera:trust:${name}`;
}

function anchorsEntry(list: TrustList): Record<string, string> | null {
  if (list.anchors.length + list.allowed.length === 0) return null;
  const trustAnchors = list.anchors.join('\n');
  switch (list.name) {
    case 'c2pa_tsa':
      return { trust_uri: trustUri(list.name), trust_kind: 'tsa', trust_anchors: trustAnchors };
    case 'c2pa':
      return {
        trust_uri: trustUri(list.name),
        trust_kind: 'manifest',
        trust_anchors: trustAnchors,
        trust_config: KEY_PURPOSE.claimSigning,
      };
    case 'legacy':
    case 'service':
      return {
        trust_uri: trustUri(list.name),
        trust_kind: 'manifest',
        trust_anchors: trustAnchors,
        allowed_list: list.allowed.map(certificateDigest).join('\n'),
        trust_config: SIGNER_PURPOSES.join('\n'),
      };
  }
}
