import { createHash } from 'node:crypto';
import { decodedOrNull } from './decoded-or-null.ts';
import type { ClaimDigests } from './facts.ts';
import { findManifestBoxes, type SuperBox } from './jumbf.ts';

/** The digests of one manifest of the store, by its label. */
export function claimDigests(store: SuperBox | null, label: string): ClaimDigests {
  const boxes = store === null ? null : decodedOrNull(() => findManifestBoxes(store, label) ?? null);
  return { claim_sha256: sha256(boxes?.claim), claim_signature_sha256: sha256(boxes?.signature) };
}

function sha256(bytes: Uint8Array | null | undefined): string | null {
  return bytes == null ? null : createHash('sha256').update(bytes).digest('hex');
}
