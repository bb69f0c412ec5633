import type { Words } from '../../shared/words.ts';
import type { CREDENTIAL_ZH_CN } from './words.zh-cn.ts';

/** The public page of a credential; its states are worded with the other statuses. */
export const CREDENTIAL_EN: Words<typeof CREDENTIAL_ZH_CN> = {
  title: 'Content credential',
  description:
    'The public record of a content credential: what was signed, by whom, when, and whether it still stands.',
  since: { suspended: 'Suspended', revoked: 'Revoked', expired: 'Certificate ended' },
  alerts: {
    revoked:
      'Do not rely on this credential any more. Other tools see the signature and not this revocation, so they may go on saying that the signature is valid.',
    suspended: 'Do not rely on this credential until it is active again. Other tools do not see that it is suspended.',
    expired: 'Now that the certificate has ended, no tool can confirm that the file was signed while it was valid.',
  },
  sandbox: {
    title: 'Sandbox: signed as a try-out',
    text: 'The file was signed with a test key or a development certificate. Only this service trusts that certificate; other tools will say that the signer is on no list. Do not take it for a real credential.',
  },
  what: 'What was signed',
  declared: 'Declared as',
  declaredNote:
    'Declared by whoever had the file signed, and written into the credential. We did not check whether it is true.',
  generator: 'Made with',
  model: 'Model',
  organization: 'Declared organization (not checked)',
  mediaType: 'Media type',
  sha256: 'SHA-256 of the signed file',
  id: 'Credential',
  who: 'Who signed, and when',
  signer: 'Signed by',
  signerLine: 'Signed by ',
  trust: 'Signer’s standing when signing',
  signedAt: 'Signed',
  byOurClock: '(by this service’s clock)',
  timestamp: 'Time stamp',
  timestampText: '(attested by a time-stamp authority)',
  noTimestamp: 'None: only this service’s own record says when it was signed.',
  label: 'China AIGC label (GB 45438-2025)',
  labelText: 'This record does not say whether the file carries a label. Verify a copy to see it.',
  check: 'Check it yourself',
  checkText: 'You need not take this page’s word for it. With a copy of the file you can check it yourself.',
  steps: {
    site: {
      title: 'On this site',
      text: 'Drop your copy: you see whether the signature holds, whether the content is unchanged, and the state of this credential.',
      button: 'Verify a copy',
    },
    hash: {
      title: 'Compare the SHA-256',
      text: 'When it equals the one above, the copy is the signed file itself, byte for byte.',
    },
    cli: {
      title: 'With the revera command',
      text: 'Checks on your own machine; nothing is uploaded and nothing is fetched. Only this page knows of a revocation or suspension.',
    },
    c2patool: {
      title: 'With c2patool',
      text: 'C2PA’s public tool. It checks the signature and the content, and does not see a revocation or suspension made here.',
    },
  },
  command: 'Command',
  file: 'The signed file',
  files: {
    kept: 'This service keeps the file for whoever had it signed and hands it to nobody else. Members of that organization find it in their dashboard.',
    revoked: 'This service has deleted the signed file, because the credential is revoked.',
    gone: 'This service no longer keeps the signed file: its time is over. The record stays.',
    dashboard: 'Open in the dashboard',
  },
  programs: 'For programs',
  programsText: 'The same address answers programs with JSON.',
  note: 'A credential says who signed and what was declared. It does not say that what the content shows is true.',
};
