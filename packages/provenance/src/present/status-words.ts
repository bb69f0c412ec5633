import type { LabelSeverity, LabelSite } from '../label/facts.ts';
import type { CredentialStatus, Section } from '../report.ts';
import type { VendorEvidence } from '../vendor/facts.ts';
import type {
  ContentDeclaration,
  IntegrityStatus,
  MetadataStatus,
  NoteLevel,
  ProvenanceStatus,
  TrustStatus,
} from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import type { C2paResult, ResolutionIntegrityResult } from './verification-result.ts';

/** Every published vocabulary that people read, by its name in `STATUSES` (wording) and `TONES` (colour). */
export interface StatusVocabularies {
  provenance: ProvenanceStatus;
  integrity: IntegrityStatus;
  trust: TrustStatus;
  declaration: ContentDeclaration;
  /** `summary.ai_generated`: true, false and null. */
  ai: 'yes' | 'no' | 'unknown';
  metadata: MetadataStatus;
  resolution: ResolutionIntegrityResult['status'];
  /** Credentials that this service issued. */
  credential: CredentialStatus;
  /** Items of `understand`. */
  level: NoteLevel;
  /** A part of the file that no reader looked at, or whose reader failed. */
  unexamined: Exclude<Section<unknown>['state'], 'examined'>;
  validation: NonNullable<C2paResult['validation_state']>;
  revocation: C2paResult['revocation'];
  label: LabelSite['state'];
  /** Findings about labels. */
  severity: LabelSeverity;
  /** One field of ordinary metadata. */
  evidence: VendorEvidence['kind'];
}

/** One status in words. */
export interface StatusName {
  /** Stands alone, as the heading of a card or the value of a row. */
  heading: string;
  /** A word or two for a chip or a list; absent where the heading is as short. */
  short?: string;
}

/** The same with one sentence: what the status says, and what it does not. */
export interface StatusWord extends StatusName {
  text: string;
}

type Named = 'ai' | 'unexamined' | 'validation' | 'revocation' | 'label' | 'severity' | 'evidence';

/** A new status of the engine does not compile until both languages have words for it. */
export type StatusWords = {
  readonly [Name in keyof StatusVocabularies]: Readonly<
    Record<StatusVocabularies[Name], Name extends Named ? StatusName : StatusWord>
  >;
};

/** The heading in the middle of a sentence: English begins it with a small letter. */
export function midSentence({ heading }: StatusName, language: Language): string {
  return language === 'en' ? heading.charAt(0).toLowerCase() + heading.slice(1) : heading;
}
