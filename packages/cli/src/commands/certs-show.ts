import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { safeValue } from '../render/safe-text.ts';
import { LIMITS } from '../limits.ts';
import type { CertificateSummary } from '@revera/server';

const OPTIONS = { json: JSON_OPTION } as const;

export const certsShow: Command = {
  name: 'certs show',
  summary: 'Show the certificates that this installation signs with',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'Certificates only, never keys. Those marked as development were made by this installation for itself. A production chain is held against the C2PA certificate profile.',
  ],
  examples: [['revera certs show --json', 'as JSON, for monitoring when they end']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).showCertificates();
    return printAnswer(context, result, values.json === true, (certificates) => certificates.flatMap(lines));
  },
};

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
