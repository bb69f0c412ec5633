import type { RandomAccess } from '../bytes/random-access.ts';
import { labelsIn } from '../label/read-labels.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataFindings } from '../media/metadata-item.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { sniff } from '../media/sniff.ts';
import { readVendor } from '../vendor/read-vendor.ts';
import type { MetadataFacts } from '../vendor/facts.ts';
import { judge } from '../verdict/judge.ts';
import { ABSENT, report } from '@revera/testkit/report';
import type { Verdict } from '../verdict/verdict.ts';

/** What a file's ordinary metadata and labels come to, all stages together. */
export interface VendorReading {
  mediaType: MediaType | null;
  /** Null when the type is not known. */
  facts: MetadataFacts | null;
  verdict: Verdict;
}

/** Reads and judges a file as an inspection does, without its credential. */
export function readWithoutCredential(source: RandomAccess): VendorReading {
  const mediaType = sniff(source);
  if (mediaType === null) {
    // An inspection refuses such a file; what its metadata would be called is the same as of one nobody could look into.
    return { mediaType, facts: null, verdict: judge({ ...report(ABSENT), metadata: { state: 'not_examined' } }) };
  }
  return { mediaType, ...judgeFindings(source, mediaType, readMetadata(source, mediaType)) };
}

/** Like `readWithoutCredential`, for metadata that were read before. */
export function judgeFindings(
  source: RandomAccess,
  mediaType: MediaType,
  findings: MetadataFindings,
): { facts: MetadataFacts; verdict: Verdict } {
  const facts = readVendor(source, mediaType, findings);
  const verdict = judge({
    ...report(ABSENT),
    china_aigc: { state: 'examined', facts: labelsIn(findings, mediaType) },
    metadata: { state: 'examined', facts },
  });
  return { facts, verdict };
}
