import type { C2paFacts } from './c2pa/facts.ts';
import type { LabelFacts } from './label/facts.ts';
import type { FormWithoutPlace } from './media/form-without-place.ts';
import type { MediaType } from './media/media-types.ts';
import type { ResolutionFacts } from './resolution/facts.ts';
import type { TrustListUse } from './trust/trust-list.ts';
import type { MetadataFacts } from './vendor/facts.ts';

/**
 * What the readers found in one file: facts only, no judgement and no wording.
 *
 * The report is plain JSON in snake_case because the same object crosses the thread boundary, is stored in the job row, printed
 * by the command line and kept in the golden files.
 */
export interface Report {
  report_version: 1;
  tool: ToolFacts;
  /** The instant the file was judged at (RFC 3339, UTC): certificates are valid or expired as of this time. */
  validated_at: string;
  file: FileFacts;
  /** Every trust list the credential was compared with, so that a result can be checked again later. */
  trust_lists: TrustListUse[];
  c2pa: Section<C2paFacts>;
  china_aigc: Section<LabelFacts>;
  metadata: Section<MetadataFacts>;
  /** Not examined: a picture whose pixels nobody decoded, as when a file is signed; and reports of earlier versions. */
  resolution_integrity: Section<ResolutionFacts>;
  /**
   * The service's own record of this very signature, as of `validated_at`. Null when there is none; absent when nobody looked,
   * as on the command line.
   */
  service_credential?: ServiceCredentialFacts | null;
  /**
   * Credentials of this service that the file was made from and that are revoked or suspended, nearest first. Absent when
   * nobody looked.
   */
  withdrawn_ancestors?: ServiceCredentialFacts[];
}

/** What a service has on record about the credentials in a file. */
export type ServiceRecords = Required<Pick<Report, 'service_credential' | 'withdrawn_ancestors'>>;

/** For callers that keep no register. */
export const NO_RECORDS: ServiceRecords = { service_credential: null, withdrawn_ancestors: [] };

/** States of a credential that this service issued (interface specification). */
export const CREDENTIAL_STATUSES = ['active', 'revoked', 'suspended', 'expired'] as const;

export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

export interface ServiceCredentialFacts {
  credential_id: string;
  status: CredentialStatus;
  /** Where anyone can see it. */
  verify_url: string;
  /** A test signature, made with a certificate that nobody else trusts. */
  sandbox: boolean;
}

export interface ToolFacts {
  name: 'revera';
  version: string;
  c2pa_engine: { name: string; version: string };
}

export interface FileFacts {
  /** Decided by the bytes; the name and the declared type are hints only. */
  media_type: MediaType;
  size_bytes: number;
  /** False when C2PA defines no embedding for this media type or this form of it, or none that this version reads. */
  can_embed_credential: boolean;
  /** The form of the file, when its media type has a place for a credential but this form has none; absent in older reports. */
  form_without_place?: FormWithoutPlace | null;
  /** What the caller called it, when that differs from what the bytes say. */
  declared_media_type_mismatch: string | null;
}

/** One reader's part of the report. A reader that fails is a fact, never an exception. */
export type Section<Facts> =
  | { state: 'examined'; facts: Facts }
  | { state: 'failed'; reason: SectionFailure; message: string }
  | { state: 'not_examined' };

/**
 * `media_unreadable`: the container could not be parsed. `reader_crashed`: the reader broke on it. `too_many_parts`: it is
 * split into too many pieces to look at.
 */
export type SectionFailure = 'media_unreadable' | 'reader_crashed' | 'too_many_parts';
