import type { CredentialStatus, ProvenanceStatus, TrustStatus } from '@revera/provenance';
import type { Tone } from '../../../shared/statuses.ts';

/** A job as a list shows it. */
export interface JobRow {
  readonly id: string;
  readonly kind: 'verification' | 'signing' | 'analysis' | 'lab';
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'expired';
  readonly filename: string | null;
  readonly hasPreview: boolean;
  readonly verdict: ProvenanceStatus | null;
  /** Why it failed, in words. */
  readonly problem: string | null;
  /** The name of the key that it was sent with; null: a member sent it, or the key is gone. */
  readonly key: string | null;
  readonly isByKey: boolean;
  /** What a signing made; null: nothing, or the job has expired. */
  readonly credential: string | null;
  /** Of the work on it; null: it has not ended. */
  readonly tookMs: number | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export const JOB_TONE: Readonly<Record<JobRow['status'], Tone>> = {
  queued: 'neutral',
  processing: 'neutral',
  completed: 'good',
  failed: 'bad',
  expired: 'neutral',
};

/** A credential as its organization sees it. */
export interface CredentialRow {
  readonly id: string;
  /** The job whose result has a picture of it; null: none has. */
  readonly pictured: string | null;
  readonly status: CredentialStatus;
  readonly contentType: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly identity: string;
  /** As declared when signing; null: none was declared. */
  readonly organization: string | null;
  readonly filename: string | null;
  readonly hasLabel: boolean | null;
  readonly isDownloadPublic: boolean;
  readonly trust: TrustStatus;
  readonly isSandbox: boolean;
  readonly hasTimestamp: boolean;
  readonly createdAt: string;
  readonly suspendedAt: string | null;
  readonly revokedAt: string | null;
  readonly reason: string | null;
}

/** An API key without its secret. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly mode: 'test' | 'live';
  readonly scopes: readonly string[];
  readonly state: 'active' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export const KEY_TONE: Readonly<Record<KeyRow['state'], Tone>> = {
  active: 'good',
  expired: 'neutral',
  revoked: 'bad',
};
