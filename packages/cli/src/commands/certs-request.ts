import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, oneOf, parseOptions, required } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { REQUEST_ALGORITHMS } from '../server-commands.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  subject: { type: 'string', value: 'NAME', help: 'whom the certificate is to name, as CN=…, O=…, C=… (required)' },
  'key-out': { type: 'string', value: 'FILE', help: 'where the new private key goes; only its owner can read it' },
  key: { type: 'string', value: 'EXISTING', help: 'a private key that is there already, instead of --key-out' },
  out: { type: 'string', value: 'FILE', help: 'where the request goes (required)' },
  algorithm: {
    type: 'string',
    value: REQUEST_ALGORITHMS.join('|'),
    help: 'what the key is to sign with (default: ES256, or what the existing key is for)',
  },
  json: JSON_OPTION,
} as const;

export const certsRequest: Command = {
  name: 'certs request',
  summary: 'Make a request for a production certificate, with its key',
  usage: '--subject NAME --key-out FILE --out FILE [OPTIONS]',
  options: OPTIONS,
  details: [
    'Writes a PKCS#10 request for C2PA claim signing and e-mail protection, to be sent to a certificate authority. The private key stays here: set SIGNING_KEY_FILE to it, and SIGNING_CERTIFICATES_FILE to what the authority sends back. Files that exist are not overwritten.',
    'An existing key that is encrypted is opened with the setting SIGNING_KEY_PASSPHRASE. For a key in a hardware module or KMS use the tool of that key store.',
  ],
  examples: [
    [
      'revera certs request --subject "CN=Example News, O=Example Ltd, C=DE" --key-out key.pem --out request.pem',
      'a new P-256 key and its request',
    ],
    [
      'revera certs request --subject "CN=Example News, O=Example Ltd, C=DE" --key key.pem --out next.pem',
      'the next request for the same key',
    ],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  noArguments(positionals);
  if (values.key !== undefined && values['key-out'] !== undefined) {
    throw new UsageError('--key and --key-out exclude each other');
  }
  const { algorithm } = values;
  const request = {
    subject: required(values.subject?.trim(), '--subject'),
    algorithm: algorithm === undefined ? null : oneOf(algorithm, REQUEST_ALGORITHMS, '--algorithm'),
    key:
      values.key === undefined
        ? ({ kind: 'new', file: required(values['key-out'], '--key-out') } as const)
        : ({ kind: 'existing', file: required(values.key, '--key') } as const),
    out: required(values.out, '--out'),
  };
  const result = await (await context.server()).requestCertificate(request);
  return printAnswer(context, result, values.json === true, (made) => [
    `Request for ${safeText(made.subject)} (${made.algorithm}): ${safeText(made.request_file)}`,
    made.key_made
      ? `Private key, keep it safe and send it to nobody: ${safeText(made.key_file)}`
      : `Private key: ${safeText(made.key_file)}`,
  ]);
}
