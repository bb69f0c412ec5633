import type { SignatureAlgorithm } from './algorithms.ts';

/** What can be wrong with a signing certificate or its chain. */
export type ProfileProblemCode =
  | 'chain_empty'
  | 'chain_too_long'
  | 'unreadable'
  | 'version'
  | 'is_authority'
  | 'not_authority'
  | 'key_usage'
  | 'extended_key_usage'
  | 'key_identifier'
  | 'public_key'
  | 'signature_algorithm'
  | 'critical_extension'
  | 'unique_identifier'
  | 'not_yet_valid'
  | 'expired'
  | 'wrong_issuer'
  | 'self_signed'
  | 'root_in_chain';

/** One deviation, in plain words that name the certificate. */
export interface ProfileProblem {
  code: ProfileProblemCode;
  message: string;
}

/** The time at which to judge a chain, and the kind of signatures it is for. */
export interface ProfileContext {
  at: Date;
  algorithm: SignatureAlgorithm;
}

export function problem(code: ProfileProblemCode, message: string): ProfileProblem {
  return { code, message };
}
