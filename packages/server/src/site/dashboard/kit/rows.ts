import type { CredentialStatus, ProvenanceStatus, TrustStatus } from '@revera/provenance';
import type { State } from '../../kit/provenance-look.ts';

/** A job as a list shows it. */
export interface JobRow {
  readonly id: string;
  readonly kind: 'verification' | 'signing' | 'analysis' | 'lab';
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'expired';
  readonly filename: string | null;
  readonly verdict: ProvenanceStatus | null;
  /** Why it failed, in words. */
  readonly problem: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export const JOB_LOOK: Readonly<Record<JobRow['status'], State>> = {
  queued: 'unknown',
  processing: 'unknown',
  completed: 'verified',
  failed: 'failed',
  expired: 'unknown',
};

/** A credential as its organization sees it. */
export interface CredentialRow {
  readonly id: string;
  readonly status: CredentialStatus;
  readonly contentType: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly identity: string;
  readonly organization: string;
  readonly trust: TrustStatus;
  readonly isSandbox: boolean;
  readonly hasTimestamp: boolean;
  readonly createdAt: string;
  readonly suspendedAt: string | null;
  readonly revokedAt: string | null;
  readonly reason: string | null;
}

export const CREDENTIAL_LOOK: Readonly<Record<CredentialStatus, State>> = {
  active: 'verified',
  suspended: 'conflicting',
  revoked: 'failed',
  expired: 'unknown',
};

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

export const KEY_LOOK: Readonly<Record<KeyRow['state'], State>> = {
  active: 'verified',
  expired: 'unknown',
  revoked: 'failed',
};
