import type {
  ContentDeclaration,
  CredentialStatus,
  IntegrityStatus,
  MetadataStatus,
  ProvenanceStatus,
  TrustStatus,
  VerificationResult,
} from '@revera/provenance';

/** One published status in words. */
export interface StatusWord {
  /** A few words that stand alone, as on a card or in a table. */
  readonly label: string;
  /** One sentence: what the status says, and what it does not. */
  readonly text: string;
}

/** Every published status: a status that the engine gains does not compile until it is worded. */
export interface StatusVocabulary {
  readonly provenance: Readonly<Record<ProvenanceStatus, StatusWord>>;
  readonly integrity: Readonly<Record<IntegrityStatus, StatusWord>>;
  readonly trust: Readonly<Record<TrustStatus, StatusWord>>;
  readonly declaration: Readonly<Record<ContentDeclaration, StatusWord>>;
  readonly metadata: Readonly<Record<MetadataStatus, StatusWord>>;
  readonly resolution: Readonly<Record<VerificationResult['resolution_integrity']['status'], StatusWord>>;
  /** Of the credentials that this service issued. */
  readonly credential: Readonly<Record<CredentialStatus, StatusWord>>;
  /** Of the items of `understand`. */
  readonly level: Readonly<Record<VerificationResult['understand'][number]['level'], StatusWord>>;
}
