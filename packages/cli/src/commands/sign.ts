import { CONTENT_TYPES, LABEL_POLICIES } from '@revera/provenance';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { LIMITS } from '../limits.ts';
import { oneArgument, oneOf, parseOptions, required } from '../parse-options.ts';
import { safeValue } from '../render/safe-text.ts';
import type { SignedByCommand } from '@revera/server';

const CONTENT_TYPE_NAMES = Object.keys(CONTENT_TYPES);
const POLICIES = ['require_valid', 'discard'] as const;
const TIMESTAMPS = ['required', 'optional'] as const;

const OPTIONS = {
  out: { type: 'string', short: 'o', value: 'FILE', help: 'where the signed copy goes (required)' },
  force: { type: 'boolean', help: 'replace FILE when it exists' },
  'content-type': {
    type: 'string',
    value: 'TYPE',
    help: `how the content came to be: ${CONTENT_TYPE_NAMES.join(', ')} (default ai_generated)`,
  },
  'generator-name': { type: 'string', value: 'NAME', help: 'software that made or changed the content' },
  'generator-version': { type: 'string', value: 'VERSION', help: 'its version' },
  model: { type: 'string', value: 'NAME', help: 'the AI model, when one was used' },
  organization: { type: 'string', value: 'NAME', help: 'declared in the credential; checked by nobody' },
  'china-aigc': { type: 'string', value: 'JSON', help: 'China AIGC label to write: a JSON object of its elements' },
  'china-aigc-policy': {
    type: 'string',
    value: LABEL_POLICIES.join('|'),
    help: 'what to do with a label that is there already (default reject: refuse the file)',
  },
  'ingredient-policy': {
    type: 'string',
    value: POLICIES.join('|'),
    help: 'what to do with a credential that is broken, or only named by its address elsewhere (default require_valid: refuse)',
  },
  timestamp: {
    type: 'string',
    value: TIMESTAMPS.join('|'),
    help: 'whether to do without a time stamp when no authority answers (default required)',
  },
  sandbox: { type: 'boolean', help: 'use the development certificate even when there is a production one' },
  json: JSON_OPTION,
} as const;

export const sign: Command = {
  name: 'sign',
  summary: 'Sign a file with a content credential',
  usage: 'FILE --out FILE [OPTIONS]',
  options: OPTIONS,
  details: [
    'The signed copy is verified before it gets its name, as the service does. The certificate is the one of the settings (SIGNING_…), else the development certificate of this installation, which nobody else trusts. A file that carries a valid credential keeps its history.',
    'No server and no database are needed, and nothing is recorded: there is no public page, and the credential cannot be revoked. The network is used only for time stamps (TSA_URLS) and for the OCSP answer of a certificate that names a responder.',
    'Exit: 0 signed; 2 refused, and nothing was written; 1 our fault.',
  ],
  examples: [
    ['revera sign out.png --out signed.png --content-type ai_generated --model dream-1', 'declare an AI image'],
    ['revera sign photo.jpg -o signed.jpg --content-type captured --json', 'for scripts'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const path = oneArgument(positionals, 'The file');
  const fields = {
    content_type: chosen(values['content-type'], CONTENT_TYPE_NAMES, '--content-type'),
    generator_name: values['generator-name'],
    generator_version: values['generator-version'],
    model: values.model,
    organization: values.organization,
    china_aigc: values['china-aigc'],
    china_aigc_policy: chosen(values['china-aigc-policy'], LABEL_POLICIES, '--china-aigc-policy'),
    ingredient_policy: chosen(values['ingredient-policy'], POLICIES, '--ingredient-policy'),
    timestamp: chosen(values.timestamp, TIMESTAMPS, '--timestamp'),
  };
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const result = await (
    await context.server()
  ).signFile({
    path,
    outputPath: required(values.out, '--out'),
    overwrite: values.force === true,
    sandbox: values.sandbox === true,
    fields: Object.fromEntries(given),
  });
  return printAnswer(context, result, values.json === true, lines);
}

function chosen(value: string | undefined, words: readonly string[], option: string): string | undefined {
  return value === undefined ? undefined : oneOf(value, words, option);
}

function lines(signed: SignedByCommand): string[] {
  const { china_aigc, remote_manifest_discarded } = signed;
  const facts = [
    ['file', signed.file],
    ['sha256', signed.sha256],
    ['manifest', signed.manifest],
    ['signer', signed.service_identity],
    ['verdict', `${signed.credential_integrity_status}, ${signed.trust_status}`],
    ['time', signed.timestamp_present ? 'time-stamped' : 'no time stamp'],
    ...(china_aigc === null ? [] : [['label', `${china_aigc.status}, in ${china_aigc.location}`] as const]),
    ...(remote_manifest_discarded === null
      ? []
      : [['dropped', `the address of a remote manifest: ${remote_manifest_discarded}`] as const]),
  ] as const;
  return [
    signed.sandbox ? 'Signed in the sandbox, with the development certificate (not for production)' : 'Signed',
    ...facts.map(([name, text]) => `  ${name.padEnd(8)}  ${safeValue(text, LIMITS.valueColumns)}`),
  ];
}
