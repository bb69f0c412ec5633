import type { Words } from '../../shared/words.ts';
import type { CREDENTIAL_ZH_CN } from './words.zh-cn.ts';

/** The public page of a credential. The words for its states are with the other statuses. */
export const CREDENTIAL_EN: Words<typeof CREDENTIAL_ZH_CN> = {
  title: 'Content credential',
  sandboxTitle: 'Sandbox credential',
  description:
    'The public record of a content credential: what was signed, by whom, when, and whether it is still valid.',
  since: { suspended: 'Suspended', revoked: 'Revoked', expired: 'Certificate expired' },
  alerts: {
    revoked:
      'Do not rely on this credential any more. Other tools see the signature but not this revocation, so they may still report the signature as valid.',
    suspended: 'Do not rely on this credential until it is active again. Other tools can’t see that it is suspended.',
    expired: 'Now that the certificate has expired, no tool can confirm that the file was signed while it was valid.',
  },
  sandbox: {
    title: 'Sandbox: a trial signature',
    text: 'The file was signed with a test key or a development certificate. Only this service trusts that certificate; other tools will report that the signer is not on any trust list. Do not treat it as a real credential.',
  },
  what: 'What was signed',
  declared: 'Declared as',
  declaredNote:
    'Declared by the party that had the file signed, and written into the credential. We did not check whether it is true.',
  generator: 'Made with',
  model: 'Model',
  organization: 'Declared organization (not checked)',
  mediaType: 'Media type',
  sha256: 'SHA-256 of the signed file',
  id: 'Credential',
  who: 'Who signed it, and when',
  signer: 'Signed by',
  signerLine: 'Signed by ',
  trust: 'Signer’s trust status at signing',
  signedAt: 'Signed',
  byOurClock: '(by this service’s clock)',
  timestamp: 'Time stamp',
  timestampText: '(attested by a time-stamping authority)',
  noTimestamp: 'None: only this service’s own records say when it was signed.',
  label: 'China AIGC label (GB 45438-2025)',
  labels: {
    present: 'The signed file carries one.',
    absent: 'The signed file carries none.',
    unknown: 'Signed before this service recorded it. Verify a copy to find out.',
  },
  check: 'Check it yourself',
  checkText:
    'You don’t have to take this page’s word for it. If you have a copy of the file, you can check it yourself.',
  steps: {
    site: {
      title: 'On this site',
      text: 'Drop in your copy to see whether the signature is valid, whether the content is unchanged, and the state of this credential.',
      button: 'Verify a copy',
    },
    hash: {
      title: 'Compare the SHA-256',
      text: 'If it matches the one above, your copy is the signed file itself, byte for byte.',
    },
    cli: {
      title: 'With the revera command',
      text: 'Checks the file on your own machine; nothing is uploaded or fetched. Only this page shows a revocation or suspension.',
    },
    c2patool: {
      title: 'With c2patool',
      text: 'C2PA’s public tool. It checks the signature and the content, but can’t see a revocation or suspension made here.',
    },
  },
  command: 'Command',
  file: 'The signed file',
  files: {
    open: 'The organization that had it signed lets anyone with this address download the file.',
    kept: 'This service keeps the file for the organization that had it signed and gives it to nobody else. Members can find it in their dashboard.',
    revoked: 'This service deleted the signed file because the credential was revoked.',
    gone: 'The retention period is over, and this service no longer keeps the signed file. The record remains.',
    dashboard: 'Open in the dashboard',
  },
  picture: 'Preview of the file that was signed',
  download: 'Download signed file',
  share: 'Share',
  shareText:
    'Send this address with the file, print the code beside a picture, or show the badge on your site. All three lead to this page.',
  link: 'Address of this page',
  qr: 'QR code with the address of this page',
  badge: 'Badge',
  badgeText: 'Shows the current status: after a revocation it says so wherever it is embedded.',
  badgeCode: 'HTML for the badge',
  programs: 'For programs',
  programsText: 'The same address returns JSON to programs.',
  note: 'A credential says who signed and what was declared. It does not say that what the content shows is true.',
};
