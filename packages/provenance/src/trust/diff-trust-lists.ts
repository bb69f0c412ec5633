import { fingerprintOf, parsePemCertificate, subjectOf, validityOf } from './certificate.ts';
import type { TrustList } from './trust-list.ts';

/** What the record of changes says about a certificate. */
export interface ListedCertSummary {
  listed_as: 'anchor' | 'allowed';
  fingerprint_sha256: string;
  subject: string;
  not_before: string;
  not_after: string;
}

export interface TrustListDiff {
  added: ListedCertSummary[];
  removed: ListedCertSummary[];
  /** 0 to 1: the share of anchors or of allowed certificates that would be lost, whichever is greater. */
  lossRatio: number;
}

/** What a new copy of a list changes. `before` is null when there was none: everything is added and nothing lost. */
export function diffTrustLists(before: TrustList | null, after: TrustList): TrustListDiff {
  const old = {
    anchor: summaries(before?.anchors ?? [], 'anchor'),
    allowed: summaries(before?.allowed ?? [], 'allowed'),
  };
  const now = { anchor: summaries(after.anchors, 'anchor'), allowed: summaries(after.allowed, 'allowed') };
  const lostAnchors = missingFrom(now.anchor, old.anchor);
  const lostAllowed = missingFrom(now.allowed, old.allowed);
  return {
    added: [...missingFrom(old.anchor, now.anchor), ...missingFrom(old.allowed, now.allowed)],
    removed: [...lostAnchors, ...lostAllowed],
    lossRatio: Math.max(ratio(lostAnchors.length, old.anchor.size), ratio(lostAllowed.length, old.allowed.size)),
  };
}

type ByFingerprint = ReadonlyMap<string, ListedCertSummary>;

function summaries(certificates: readonly string[], listed_as: ListedCertSummary['listed_as']): ByFingerprint {
  return new Map(
    certificates.flatMap((pem) => {
      const certificate = parsePemCertificate(pem);
      if (certificate === null) return [];
      const fingerprint_sha256 = fingerprintOf(certificate);
      const summary = { listed_as, fingerprint_sha256, subject: subjectOf(certificate), ...validityOf(certificate) };
      return [[fingerprint_sha256, summary] as const];
    }),
  );
}

function missingFrom(here: ByFingerprint, there: ByFingerprint): ListedCertSummary[] {
  return [...there.values()].filter(({ fingerprint_sha256 }) => !here.has(fingerprint_sha256));
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
