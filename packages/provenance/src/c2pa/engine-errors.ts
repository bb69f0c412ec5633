import type { UnreadableReason } from './facts.ts';

/**
 * What the engine's refusals mean. It has no error codes, only texts of the form `C2pa(Name)` or `C2pa(Name(…))`; this is
 * the one place that reads them, and each row that a file can cause is tested with such a file.
 */
export type RefusalMeaning =
  | { kind: 'no_manifest_store'; remoteManifestUrl: string | null }
  /** `code`: the status code of C2PA 2.x §15, where it is certain; the engine gives none. */
  | { kind: 'unreadable_store'; reason: UnreadableReason; code: string | null }
  /** The container could not be parsed; whether it has a store is not known. */
  | { kind: 'unreadable_media' };

type Row = [error: RegExp, reason: UnreadableReason, code: string | null];

/** The first that fits counts. */
const REFUSALS: readonly Row[] = [
  [/^ClaimMissingHardBinding\b/, 'no_hard_binding', 'claim.hardBindings.missing'],
  [/^ClaimMultipleHardBinding\b/, 'several_hard_bindings', 'assertion.multipleHardBindings'],
  [/^InvalidClaim\(C2paMultipleClaimBoxes\b/, 'several_claims', 'claim.multiple'],
  [/^InvalidClaim\(DuplicateClaimBox\b/, 'several_claims', 'claim.multiple'],
  [/^InvalidClaim\(Claim(Superbox|DescriptionBox)NotFound\b/, 'claim_missing', 'claim.missing'],
  [/^ClaimMissing\b/, 'claim_missing', 'claim.missing'],
  [/^InvalidClaim\(ClaimSignature\w*NotFound\b/, 'signature_missing', 'claimSignature.missing'],
  [/^ClaimMissingSignatureBox\b/, 'signature_missing', 'claimSignature.missing'],
  [/^ClaimDecoding\("claim_cbor\b/, 'claim_malformed', 'claim.cbor.invalid'],
  [/^Claim(Decoding|InvalidContent|Version)\b/, 'claim_malformed', 'claim.malformed'],
  [/^InvalidClaim\b/, 'claim_malformed', null],
  // The engine looks for a time stamp first, so this is its name for a COSE structure that it cannot read.
  [/^CoseX5ChainMissing\b/, 'signature_malformed', null],
  [/^Cose\w+/, 'signature_malformed', null],
  [/^AssertionMissing\b/, 'assertion_missing', 'assertion.missing'],
  [/^AssertionDecoding\(.*content type application\/cbor\)/, 'assertion_malformed', 'assertion.cbor.invalid'],
  [/^AssertionDecoding\(.*content type application\/json\)/, 'assertion_malformed', 'assertion.json.invalid'],
  [/^AssertionDecoding\b/, 'assertion_malformed', null],
  [/^UpdateManifestInvalid\b/, 'update_manifest_invalid', 'manifest.update.invalid'],
  [/^UnknownAlgorithm\b/, 'unknown_algorithm', 'algorithm.unsupported'],
  [/^PrereleaseError\b/, 'prerelease_format', null],
  [/^(JumbfParseError|JumbfBoxNotFound|ClaimEncoding|NoActiveManifest|ProvenanceMissing)\b/, 'malformed', null],
];

const REMOTE_URL_LENGTH_MAX = 2_048;

/** Meaning of an engine error text. An unknown name says nothing about the store: `unreadable_media`. */
export function refusalMeaning(message: string): RefusalMeaning {
  const error = /^C2pa\((\w.*)/.exec(message)?.[1] ?? '';
  if (/^JumbfNotFound\b/.test(error)) return { kind: 'no_manifest_store', remoteManifestUrl: null };
  if (/^RemoteManifest(Url|Fetch)\b/.test(error)) {
    const url = /\("([^"]*)"/.exec(error)?.[1] ?? '';
    return { kind: 'no_manifest_store', remoteManifestUrl: url.slice(0, REMOTE_URL_LENGTH_MAX) };
  }
  const row = REFUSALS.find(([pattern]) => pattern.test(error));
  if (row === undefined) return { kind: 'unreadable_media' };
  const [, reason, code] = row;
  return { kind: 'unreadable_store', reason, code };
}
