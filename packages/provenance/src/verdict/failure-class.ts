/**
 * What a failure code of C2PA 2.x means for our judgement.
 *
 * - `binding`: the content is not the content that was signed (hard binding, §14.12).
 * - `certificate`: the signing credential breaks its profile, is outside its validity or was revoked (§14.7, §14.9).
 * - `trust`: the signer is on no list; never makes a manifest invalid (§13.3).
 * - `identity`: CAWG identity assertions; they never change the C2PA state.
 * - `claim`: everything else, also codes we do not know: an unknown failure must not read as a pass.
 */
export type FailureClass = 'binding' | 'certificate' | 'trust' | 'identity' | 'claim';

const FAILURE_CLASSES: ReadonlyMap<string, FailureClass> = new Map([
  ['assertion.dataHash.mismatch', 'binding'],
  ['assertion.bmffHash.mismatch', 'binding'],
  ['assertion.boxesHash.mismatch', 'binding'],
  ['assertion.boxesHash.unknownBox', 'binding'],
  ['assertion.collectionHash.mismatch', 'binding'],
  ['assertion.collectionHash.incorrectFileCount', 'binding'],
  ['assertion.multiAssetHash.mismatch', 'binding'],
  ['assertion.multiAssetHash.missingPart', 'binding'],
  ['assertion.segmentHash.mismatch', 'binding'],
  ['signingCredential.invalid', 'certificate'],
  // The engine's name for a signer that is outside its validity and has no time stamp to prove an earlier signature.
  ['signingCredential.expired', 'certificate'],
  ['signingCredential.revoked', 'certificate'],
  ['signingCredential.ocsp.revoked', 'certificate'],
  ['claimSignature.outsideValidity', 'certificate'],
  ['signingCredential.untrusted', 'trust'],
]);

/** Class of one failure code; unknown codes count as a broken claim. */
export function failureClass(code: string): FailureClass {
  if (code.startsWith('cawg.')) return 'identity';
  return FAILURE_CLASSES.get(code) ?? 'claim';
}

/** Success codes that say the hard binding was recomputed and matched (§14.12). */
const BINDING_MATCHES: ReadonlySet<string> = new Set([
  'assertion.dataHash.match',
  'assertion.bmffHash.match',
  'assertion.boxesHash.match',
  'assertion.collectionHash.match',
  'assertion.multiAssetHash.match',
]);

export function isBindingMatch(code: string): boolean {
  return BINDING_MATCHES.has(code);
}
