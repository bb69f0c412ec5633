import type { CredentialStatus } from '@revera/provenance';

/** What a credential may become (contract, section 4). `expired` is not a step but follows from time. */
const TRANSITIONS: Readonly<Record<CredentialStatus, readonly CredentialStatus[]>> = {
  active: ['suspended', 'revoked'],
  suspended: ['active', 'revoked'],
  revoked: [],
  expired: [],
};

export interface CredentialTimes {
  status: 'active' | 'suspended' | 'revoked';
  /** Null when the signature has no time stamp. */
  timestamp_at: Date | null;
  certificate_not_after: Date;
}

/**
 * The status at an instant. Without a time stamp nothing proves that the signature is older than the end of its
 * certificate, so the credential ends with it.
 */
export function statusAt(
  { status, timestamp_at, certificate_not_after }: CredentialTimes,
  now: Date,
): CredentialStatus {
  const isOver = timestamp_at === null && certificate_not_after.getTime() < now.getTime();
  return status === 'active' && isOver ? 'expired' : status;
}

/** Whether a step is allowed; `already` when there is nothing to do. */
export function checkTransition(from: CredentialStatus, to: CredentialStatus): 'allowed' | 'already' | 'refused' {
  if (from === to) return 'already';
  return TRANSITIONS[from].includes(to) ? 'allowed' : 'refused';
}

/** Whether everyone may have the signed file: its organization allows it, and has neither suspended nor revoked the credential. */
export function isPublic({
  public_download,
  status,
}: Pick<CredentialTimes, 'status'> & { public_download: boolean }): boolean {
  return public_download && status === 'active';
}
