import type { CredentialsWords } from './words.zh-cn.ts';

export const CREDENTIALS_EN: CredentialsWords = {
  title: 'Credentials',
  lead: 'The files your organization has signed and the status of their credentials. Anyone can check the status on the credential’s public page.',
  empty: 'No credentials yet. Sign a file, and its credential will appear here.',
  signFirst: 'Sign a file',
  signedAt: 'Signed',
  page: 'Public page',
  download: 'Download signed file',
  sandbox: 'Sandbox',
  sandboxText: 'Signed with the development certificate, which only this service trusts.',
  facts: {
    identity: 'Signed as',
    organization: 'Declared organization',
    declaration: 'How it was created',
    trust: 'Trust at signing time',
    mediaType: 'Media type',
    size: 'Size',
    sha256: 'SHA-256',
    timestamp: 'Time stamp',
    timestampYes: 'yes',
    timestampNo: 'no',
    revokedAt: 'Revoked',
    suspendedAt: 'Suspended',
    reason: 'Reason (visible only to your organization)',
  },
  gone: 'Files with a revoked credential can’t be downloaded.',
  change: 'Change status',
  actions: {
    revoke: {
      title: 'Revoke credential',
      text: 'This can’t be undone. The credential’s public page will show that it is revoked, and the signed file will be deleted. Copies already in circulation keep their signature.',
      button: 'Revoke',
    },
    suspend: {
      title: 'Suspend credential',
      text: 'The credential’s public page will show that it is suspended. You can resume it later.',
      button: 'Suspend',
    },
    resume: {
      title: 'Resume credential',
      text: 'The credential’s public page will show that it is active again.',
      button: 'Resume',
    },
  },
  reason: 'Reason',
  reasonHint: 'For your organization’s records and audit log; never public. Up to 500 characters.',
};
