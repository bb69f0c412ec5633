import type { ChainCertificate, ManifestStoreFacts } from '../c2pa/facts.ts';

/** A proof of when the claim was signed. */
export interface SigningTime {
  /** RFC 3339, UTC. */
  time: string;
  /** What vouches for the time-stamp authority. */
  basis: 'trust_list' | 'public_root';
}

/**
 * When the active manifest was signed, as far as a time stamp proves it. One rule for all, from the stamp's own chain: a
 * list of time-stamp authorities vouches for it; otherwise a public root does, but only for claims of version 1, which
 * predate the list; otherwise the stamp proves no time.
 */
export function provenSigningTime(facts: ManifestStoreFacts): SigningTime | null {
  const [active] = facts.manifests;
  const stamp = facts.claim_time_stamp ?? null;
  if (facts.time_stamp_list !== null) {
    const time = stamp?.time ?? active?.signature?.time_stamp?.time ?? null;
    return time === null ? null : { time, basis: 'trust_list' };
  }
  const isRooted = stamp?.standing === 'publicly_rooted' && active?.claim_version === 1;
  return isRooted && stamp.time !== null ? { time: stamp.time, basis: 'public_root' } : null;
}

/** Whether an instant lies inside the validity of the signing certificate, both ends included. Null when it cannot be read. */
export function isInsideValidity({ chain }: ManifestStoreFacts, time: string): boolean | null {
  const leaf = chain?.certificates[0];
  return leaf === undefined ? null : isInside(leaf, time);
}

/** The same for any certificate. */
export function isInside({ not_before, not_after }: ChainCertificate, time: string): boolean | null {
  const [begin, at, end] = [not_before, time, not_after].map((text) => Date.parse(text));
  if (begin === undefined || at === undefined || end === undefined) return null;
  return [begin, at, end].some(Number.isNaN) ? null : begin <= at && at <= end;
}
