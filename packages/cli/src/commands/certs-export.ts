import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  root: { type: 'boolean', help: 'the root, for others who want to trust your try-outs (default)' },
  chain: { type: 'boolean', help: 'the signing certificate and its intermediate' },
  out: { type: 'string', value: 'FILE', help: 'write a new file (default: print)' },
  json: JSON_OPTION,
} as const;

export const certsExport: Command = {
  name: 'certs export',
  summary: 'Print or write the development certificates',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'PEM, certificates only, never keys. A production chain is the file that SIGNING_CERTIFICATES_FILE names. A file that exists is not overwritten.',
  ],
  examples: [
    ['revera certs export --root --out root.pem', 'the root as a file'],
    ['revera certs export --chain | openssl x509 -text', 'look at the signing certificate'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    if (values.root === true && values.chain === true) throw new UsageError('--root and --chain exclude each other');
    if (values.out === '') throw new UsageError('--out takes the name of a file');
    const what = values.chain === true ? 'chain' : 'root';
    const result = await (await context.server()).exportCertificates({ what, out: values.out ?? null });
    return printAnswer(context, result, values.json === true, ({ file, pem }) =>
      file === null ? pem.trimEnd().split('\n').map(safeText) : [`Wrote ${safeText(file)}`],
    );
  },
};
