import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;
const PRODUCTION = 'A production certificate is renewed by its authority, not here.';

export const certsRenew: Command = {
  name: 'certs renew',
  summary: 'Renew the development signing certificate',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'Makes a new key and has the development authority issue a certificate for it. A running server uses it from the next signature on. The server does the same by itself in the last thirty days.',
    `${PRODUCTION} Ask for it with revera certs request.`,
  ],
  examples: [['revera certs renew', 'a new key and certificate for try-outs']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).renewCertificate();
    return printAnswer(context, result, values.json === true, ({ certificate, production_configured: production }) => [
      `Renewed the development signing certificate; it is valid until ${safeText(certificate.not_after)}`,
      `sha256 ${safeText(certificate.fingerprint_sha256)}`,
      ...(production ? [PRODUCTION] : []),
    ]);
  },
};
