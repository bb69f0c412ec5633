import type { StatusVocabularies } from './status-words.ts';

/**
 * How a status looks in every language: `good` was checked and holds, `partial` says something without proof, `neutral`
 * says nothing either way, `warning` needs thought before anyone relies on it, `bad` was checked and does not hold.
 */
export type Tone = 'good' | 'partial' | 'neutral' | 'warning' | 'bad';

/** The one table of tones. Colour never stands alone: the word is always beside it. */
export const TONES: {
  readonly [Name in keyof StatusVocabularies]: Readonly<Record<StatusVocabularies[Name], Tone>>;
} = {
  // Sandbox signatures and unknown signers are strong evidence, so it must never look like a confirmation.
  provenance: {
    verified: 'good',
    strong_evidence: 'partial',
    partial_evidence: 'partial',
    unknown: 'neutral',
    conflicting: 'warning',
    invalid: 'bad',
    binding_failed: 'bad',
  },
  // Integrity alone: an intact credential looks the same whether or not anyone knows who signed it.
  integrity: {
    valid_and_bound: 'good',
    trust_unverified: 'good',
    valid_signature_binding_failed: 'bad',
    signature_invalid: 'bad',
    certificate_invalid: 'bad',
    no_credential: 'neutral',
  },
  // Trust alone: only the official list looks like a confirmation.
  trust: {
    c2pa_trusted: 'good',
    legacy_trusted: 'partial',
    service_trusted: 'partial',
    not_in_trust_list: 'neutral',
    trust_list_unavailable: 'neutral',
    self_signed: 'neutral',
    certificate_chain_invalid: 'bad',
    unknown: 'neutral',
  },
  // Declarations are what somebody says. How content was made is neither good nor bad.
  declaration: {
    ai_generated: 'neutral',
    ai_edited: 'neutral',
    ai_possible: 'neutral',
    ai_suspected: 'neutral',
    human_edited: 'neutral',
    digital_creation: 'neutral',
    captured: 'neutral',
    composite: 'neutral',
    undeclared: 'neutral',
    none: 'neutral',
  },
  ai: { yes: 'neutral', no: 'neutral', unknown: 'neutral' },
  // Unsigned evidence is partial at best.
  metadata: {
    ai_generated: 'partial',
    ai_edited: 'partial',
    captured: 'partial',
    software: 'partial',
    conflicting: 'warning',
    unattributed: 'neutral',
    not_found: 'neutral',
    unreadable: 'neutral',
  },
  resolution: { native: 'partial', likely_upscaled: 'partial', uncertain: 'neutral' },
  // An expired credential was valid and never withdrawn, so it is not bad. Nothing proves any longer that the file was
  // signed while its certificate was valid, so it is not neutral either; the note about it is a warning as well.
  credential: { active: 'good', suspended: 'warning', expired: 'warning', revoked: 'bad' },
  level: { good: 'good', info: 'neutral', warning: 'warning', critical: 'bad' },
  unexamined: { failed: 'neutral', not_examined: 'neutral' },
  validation: { valid: 'good', trusted: 'good', invalid: 'bad' },
  revocation: { not_revoked: 'good', revoked: 'bad', not_checked: 'neutral' },
  label: { decoded: 'partial', empty: 'neutral', undecodable: 'neutral' },
  severity: { error: 'bad', warning: 'warning', info: 'neutral' },
  evidence: { generated: 'partial', edited: 'partial', captured: 'partial', software: 'partial' },
};
