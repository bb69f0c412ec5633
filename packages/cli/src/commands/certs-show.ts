import { safeValue } from '../render/safe-text.ts';
import { LIMITS } from '../limits.ts';
import type { CertificateSummary } from '@revera/server';
import { serverCommand } from './server-command.ts';

export const certsShow = serverCommand({
  name: 'certs show',
  summary: 'Show the certificates that this installation signs with',
  details: [
    'Certificates only, never keys. Those marked as development were made by this installation for itself. A production chain is held against the C2PA certificate profile.',
  ],
  examples: [['revera certs show --json', 'as JSON, for monitoring when they end']],
  call: (server) => server.showCertificates(),
  lines: (certificates) => certificates.flatMap(lines),
});

function lines(certificate: CertificateSummary): string[] {
  const facts = [
    ['subject', certificate.subject],
    ['issuer', certificate.issuer],
    ['serial', certificate.serial_number],
    ['sha256', certificate.fingerprint_sha256],
    ['key', certificate.algorithm],
    ['valid', `${certificate.not_before} to ${certificate.not_after} (${daysLeft(certificate.days_left)})`],
    ['from', certificate.source],
  ] as const;
  return [
    certificate.purpose + (certificate.development ? ' (development, not for production)' : ''),
    ...facts.map(([name, text]) => `  ${name.padEnd(7)}  ${safeValue(text, LIMITS.valueColumns)}`),
    ...certificate.problems.map(({ message }) => `  problem  ${safeValue(message, LIMITS.noteColumns)}`),
  ];
}

function daysLeft(days: number): string {
  if (days < 0) return 'ended';
  return days === 1 ? '1 day left' : `${days} days left`;
}
