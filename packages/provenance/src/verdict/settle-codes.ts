import type { ManifestStoreFacts, StatusCode, StatusCodes } from '../c2pa/facts.ts';
import { failureClass } from './failure-class.ts';
import { isInside, isInsideValidity, provenSigningTime } from './signing-time.ts';

/**
 * The facts, with the active manifest's status codes settled by our own rules: whose list the signer is on, whether the time
 * stamp's authority is trusted, whether the certificate was valid at the instant that counts, and what a stapled OCSP answer
 * says that the engine passes over. The verdict uses these codes and they are published, so the two cannot contradict each
 * other.
 *
 * @param judgedAt RFC 3339; used when nothing proves when the claim was signed
 */
export function settleStore(facts: ManifestStoreFacts, judgedAt: string): ManifestStoreFacts {
  const settled = (codes: StatusCodes): StatusCodes =>
    RULES.reduce((found, rule) => rule(found, facts, judgedAt), codes);
  const [active, ...others] = facts.manifests;
  return {
    ...facts,
    validation_state: settledState(facts),
    active_codes: settled(facts.active_codes),
    manifests: active === undefined ? [] : [{ ...active, codes: settled(active.codes) }, ...others],
  };
}

/**
 * The engine's overall verdict counts only where it gives no reason. Where it does, the codes are judged: an identity that
 * could not be looked up (CAWG) makes the engine say invalid too, and so does what our rules decide otherwise.
 */
function settledState(facts: ManifestStoreFacts): ManifestStoreFacts['validation_state'] {
  if (facts.validation_state !== 'invalid') return facts.validation_state;
  const codes = [facts.active_codes, ...facts.ingredient_deltas.map((delta) => delta.codes)];
  const hasReason = codes.some(({ failure }) => failure.some(({ code }) => failureClass(code) !== 'trust'));
  return hasReason ? 'valid' : 'invalid';
}

type Rule = (codes: StatusCodes, facts: ManifestStoreFacts, judgedAt: string) => StatusCodes;

const RULES: readonly Rule[] = [signerTrust, purpose, stampTrust, validity, revocation];

/** Our own search decides whose list the chain ends in: the engine ignores what each list is for. */
function signerTrust(codes: StatusCodes, facts: ManifestStoreFacts): StatusCodes {
  const trusted = codes.success.find(({ code }) => code === 'signingCredential.trusted');
  if (trusted === undefined || facts.trust_match !== null) return codes;
  return {
    ...codes,
    success: without(codes.success, 'signingCredential.trusted'),
    failure: [...codes.failure, stated('signingCredential.untrusted', trusted.url)],
  };
}

/** The engine lets certificates meant only for time stamps or OCSP answers sign claims (C2PA 2.x §14.5.1). */
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
 * A signature counts as made at the time that a time stamp proves, or else when it is judged (C2PA 2.x §15.8). The engine
 * also believes stamps that prove nothing here, and takes another time from a stamp than the one it states.
 */
function validity(codes: StatusCodes, facts: ManifestStoreFacts, judgedAt: string): StatusCodes {
  const proven = provenSigningTime(facts);
  const isValid = isInsideValidity(facts, proven?.time ?? judgedAt);
  if (isValid === null) return codes;
  if (isValid) return proven === null ? codes : insideValidity(codes, facts, proven.time);
  const failure = proven === null ? 'signingCredential.expired' : 'claimSignature.outsideValidity';
  const isTold = codes.failure.some(({ code }) => OUTSIDE.has(code));
  // The stamp itself may say that it was inside; which of the two counts may depend on a missing list.
  const claimed = facts.claim_time_stamp?.time ?? null;
  const isClaimedInside = proven === null && claimed !== null && isInsideValidity(facts, claimed) === true;
  return {
    success: isClaimedInside ? codes.success : without(codes.success, 'claimSignature.insideValidity'),
    informational: codes.informational,
    failure: isTold ? codes.failure : [...codes.failure, stated(failure, null)],
  };
}

const OUTSIDE: ReadonlySet<string> = new Set(['signingCredential.expired', 'claimSignature.outsideValidity']);

/** The whole chain was valid at the proven time. */
function insideValidity(codes: StatusCodes, facts: ManifestStoreFacts, time: string): StatusCodes {
  const wrong = codes.failure.filter(({ code }) => OUTSIDE.has(code));
  const isChainInside = (facts.chain?.certificates ?? []).every((certificate) => isInside(certificate, time) === true);
  if (wrong.length === 0 || !isChainInside) return codes;
  const success = without(codes.success, 'claimSignature.insideValidity');
  return {
    success: [...success, stated('claimSignature.insideValidity', null)],
    informational: codes.informational,
    failure: codes.failure.filter((entry) => !wrong.includes(entry)),
  };
}

/**
 * Our own reading decides what the answer beside the signature says. The engine passes over those that an issuer signed
 * itself, relies on answers that had ended, and calls a certificate revoked where such an answer says "good".
 */
function revocation(codes: StatusCodes, facts: ManifestStoreFacts): StatusCodes {
  const staple = facts.stapled_ocsp ?? null;
  if (staple === null || (staple.status === null && staple.problem !== 'OUTSIDE_VALIDITY')) return codes;
  const isOther = ({ code }: StatusCode): boolean => !STAPLED.has(code);
  const others = { ...codes, success: codes.success.filter(isOther), failure: codes.failure.filter(isOther) };
  if (staple.status === 'good') {
    return { ...others, success: [...others.success, stated('signingCredential.ocsp.notRevoked', null)] };
  }
  if (staple.status !== 'revoked') return others;
  const proven = provenSigningTime(facts);
  // A certificate revoked later was good when it signed (C2PA 2.x §15.9); without proof of time nobody knows.
  const isLater = proven !== null && staple.revoked_at !== null && proven.time < staple.revoked_at;
  return isLater ? others : { ...others, failure: [...others.failure, stated('signingCredential.ocsp.revoked', null)] };
}

const STAPLED: ReadonlySet<string> = new Set(['signingCredential.ocsp.notRevoked', 'signingCredential.ocsp.revoked']);

function without(codes: readonly StatusCode[], code: string): StatusCode[] {
  return codes.filter((entry) => entry.code !== code);
}

function stated(code: string, url: string | null): StatusCode {
  return { code, url, explanation: null };
}
