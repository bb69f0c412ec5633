import type { ManifestStoreFacts, StatusCode, StatusCodes } from '../c2pa/facts.ts';
import { isInsideValidity, provenSigningTime } from './signing-time.ts';

/**
 * The facts, with status codes of the active manifest in which our own rules have decided: whose list the signer is on,
 * whether the time stamp's authority is trusted, whether the certificate was valid at the instant that counts, and what
 * a stapled OCSP answer says that the engine passes over. The verdict goes by these codes and they are published, so
 * that the two cannot contradict each other.
 *
 * @param judgedAt RFC 3339; counts where nothing proves when the claim was signed
 */
export function settleStore(facts: ManifestStoreFacts, judgedAt: string): ManifestStoreFacts {
  const settled = (codes: StatusCodes): StatusCodes =>
    RULES.reduce((found, rule) => rule(found, facts, judgedAt), codes);
  const [active, ...others] = facts.manifests;
  return {
    ...facts,
    active_codes: settled(facts.active_codes),
    manifests: active === undefined ? [] : [{ ...active, codes: settled(active.codes) }, ...others],
  };
}

type Rule = (codes: StatusCodes, facts: ManifestStoreFacts, judgedAt: string) => StatusCodes;

const RULES: readonly Rule[] = [signerTrust, purpose, stampTrust, validity, revocation];

/** Whose list the chain ends in, our own search decides: the engine does not heed what each list is for. */
function signerTrust(codes: StatusCodes, facts: ManifestStoreFacts): StatusCodes {
  const trusted = codes.success.find(({ code }) => code === 'signingCredential.trusted');
  if (trusted === undefined || facts.trust_match !== null) return codes;
  return {
    ...codes,
    success: without(codes.success, 'signingCredential.trusted'),
    failure: [...codes.failure, stated('signingCredential.untrusted', trusted.url)],
  };
}

/** The engine lets certificates sign claims that are for time stamps or OCSP answers alone (C2PA 2.x §14.5.1). */
function purpose(codes: StatusCodes, { chain }: ManifestStoreFacts): StatusCodes {
  if (chain?.may_sign_claims !== false || codes.failure.some(({ code }) => code === 'signingCredential.invalid'))
    return codes;
  return { ...codes, failure: [...codes.failure, stated('signingCredential.invalid', null)] };
}

/** The engine trusts each time stamp of a claim of version 1. */
function stampTrust(codes: StatusCodes, facts: ManifestStoreFacts): StatusCodes {
  const trusted = codes.success.find(({ code }) => code === 'timeStamp.trusted');
  if (trusted === undefined || facts.time_stamp_list !== null) return codes;
  const { url } = trusted;
  return {
    ...codes,
    success: without(codes.success, 'timeStamp.trusted'),
    informational: [...codes.informational, stated('timeStamp.untrusted', url)],
  };
}

/**
 * A signature counts as made when a time stamp proves it was made, and else when it is judged (C2PA 2.x §15.8). The engine
 * also takes the word of stamps that prove nothing here.
 */
function validity(codes: StatusCodes, facts: ManifestStoreFacts, judgedAt: string): StatusCodes {
  const proven = provenSigningTime(facts);
  if (isInsideValidity(facts, proven?.time ?? judgedAt) !== false) return codes;
  const failure = proven === null ? 'signingCredential.expired' : 'claimSignature.outsideValidity';
  const isTold = codes.failure.some(({ code }) => OUTSIDE.has(code));
  // The stamp itself may say that it was inside; which of the two counts may hang on a list that is not at hand.
  const claimed = facts.claim_time_stamp?.time ?? null;
  const isClaimedInside = proven === null && claimed !== null && isInsideValidity(facts, claimed) === true;
  return {
    success: isClaimedInside ? codes.success : without(codes.success, 'claimSignature.insideValidity'),
    informational: codes.informational,
    failure: isTold ? codes.failure : [...codes.failure, stated(failure, null)],
  };
}

const OUTSIDE: ReadonlySet<string> = new Set(['signingCredential.expired', 'claimSignature.outsideValidity']);

function revocation(codes: StatusCodes, facts: ManifestStoreFacts): StatusCodes {
  const staple = facts.stapled_ocsp ?? null;
  const all = [...codes.success, ...codes.failure];
  if (staple === null || all.some(({ code }) => REVOCATION.has(code))) return codes;
  if (staple.status === 'good') {
    return { ...codes, success: [...codes.success, stated('signingCredential.ocsp.notRevoked', null)] };
  }
  if (staple.status !== 'revoked') return codes;
  const proven = provenSigningTime(facts);
  // What was revoked later was good when it signed (C2PA 2.x §15.9); without a proof of time nobody knows.
  const isLater = proven !== null && staple.revoked_at !== null && proven.time < staple.revoked_at;
  return isLater ? codes : { ...codes, failure: [...codes.failure, stated('signingCredential.ocsp.revoked', null)] };
}

const REVOCATION: ReadonlySet<string> = new Set([
  'signingCredential.ocsp.notRevoked',
  'signingCredential.ocsp.revoked',
  'signingCredential.revoked',
]);

function without(codes: readonly StatusCode[], code: string): StatusCode[] {
  return codes.filter((entry) => entry.code !== code);
}

function stated(code: string, url: string | null): StatusCode {
  return { code, url, explanation: null };
}
