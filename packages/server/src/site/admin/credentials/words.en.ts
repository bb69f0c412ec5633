import type { Words } from '../../../shared/words.ts';
import type { ADMIN_CREDENTIALS_ZH_CN } from './words.zh-cn.ts';

/** Revoking a credential for its organization. */
export const ADMIN_CREDENTIALS_EN: Words<typeof ADMIN_CREDENTIALS_ZH_CN> = {
  lead: 'Find a credential of any organization by its ID, and revoke it when the organization is closed or will not do so.',
  id: 'Credential ID',
  idHint: 'It begins with cred_, and the address of the credential’s page ends with it.',
  none: 'No credential has this ID.',
  organization: 'Organization',
  identity: 'Signed as',
  signedAt: 'Signed',
  mediaType: 'File type',
  sandbox: 'Sandbox',
  page: 'Open its page',
  revoke: {
    title: 'Revoke a credential',
    text: 'This takes effect at once and cannot be undone: its page and every later verification say that it is revoked, and the signed file that is kept here is deleted.',
    button: 'Revoke',
  },
  reasonHint:
    'It is written to the organization’s record of the credential and to its audit log, and not published. At most 500 characters.',
};
