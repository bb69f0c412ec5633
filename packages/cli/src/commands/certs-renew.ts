import { safeText } from '../render/safe-text.ts';
import { serverCommand } from './server-command.ts';

const PRODUCTION = 'A production certificate is renewed by its authority, not here.';

export const certsRenew = serverCommand({
  name: 'certs renew',
  summary: 'Renew the development signing certificate',
  details: [
    'Makes a new key and has the development authority issue a certificate for it. A running server uses it from the next signature on. The server does the same by itself in the last thirty days.',
    `${PRODUCTION} Ask for it with revera certs request.`,
  ],
  examples: [['revera certs renew', 'a new key and certificate for try-outs']],
  call: (server) => server.renewCertificate(),
  lines: ({ certificate, production_configured: production }) => [
    `Renewed the development signing certificate; it is valid until ${safeText(certificate.not_after)}`,
    `sha256 ${safeText(certificate.fingerprint_sha256)}`,
    ...(production ? [PRODUCTION] : []),
  ],
});
