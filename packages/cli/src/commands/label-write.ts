import { randomBytes } from 'node:crypto';
import {
  canCarryLabel,
  containsManifestStore,
  decideLabel,
  decodeLabelRequest,
  isLabelRefusal,
  LABEL_POLICIES,
  LabelWriteError,
  openFileSource,
  presentFindings,
  readLabels,
  sniff,
  type LabelFinding,
  type LabelRefusal,
  type LabelRuleId,
  type LabelRequest,
  type MediaType,
  type RandomAccess,
} from '@revera/provenance';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { writeLabelFile } from '../label/write-label-file.ts';
import { oneArgument, oneOf, parseOptions, required } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { isFileSystemError } from '../trust-files.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  out: { type: 'string', short: 'o', value: 'FILE', help: 'where the labelled copy goes (required)' },
  force: { type: 'boolean', help: 'replace FILE when it exists' },
  label: { type: 'string', value: 'JSON', help: 'the label, bare or wrapped; instead of the options below' },
  value: { type: 'string', value: '1|2|3', help: 'AI generated, possibly, suspected (default 1)' },
  producer: { type: 'string', value: 'CODE', help: 'provider code or name of the generation service' },
  'produce-id': { type: 'string', value: 'ID', help: "the producer's number of this content (default: a new one)" },
  propagator: { type: 'string', value: 'CODE', help: 'code of the distribution service (default: the producer)' },
  'propagate-id': { type: 'string', value: 'ID', help: 'its number of this content (default: the produce-id)' },
  policy: {
    type: 'string',
    value: LABEL_POLICIES.join('|'),
    help: 'what to do with a label that is there already (default reject)',
  },
  json: JSON_OPTION,
} as const;

export const labelWrite: Command = {
  name: 'label write',
  summary: 'Write a China AIGC label into a copy of a file',
  usage: 'FILE --out FILE (--producer CODE | --label JSON) [OPTIONS]',
  options: OPTIONS,
  details: [
    'The label goes where the practice guide of the format puts it, and is read back before the copy gets its name. Nothing else in the file changes. A provider code is never made up: it comes from you. A label that breaks a rule is refused.',
    'A content credential in the file is broken by this, because it covers the label: write the label first and sign then, or use revera sign --china-aigc, which does both.',
    'Exit: 0 written; 2 refused, and nothing was written.',
  ],
  examples: [
    ['revera label write out.png --out labelled.png --producer 001191…10000', 'a new label with a new number'],
    [
      'revera label write a.mp4 -o b.mp4 --policy replace_propagation --propagator 001191…20000 --propagate-id 77',
      'as a platform',
    ],
  ],
  run,
};

const BREAKS_CREDENTIAL =
  'warning: the file carries a content credential, which this change breaks; revera sign --china-aigc keeps its history';

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>['values'];

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const path = oneArgument(positionals, 'The file');
  const outputPath = required(values.out, '--out');
  const policy = values.policy === undefined ? 'reject' : oneOf(values.policy, LABEL_POLICIES, '--policy');
  const request = requestOf(values, policy === 'replace_propagation');
  try {
    const source = openFileSource(path);
    try {
      const mediaType = carrierOf(source);
      const decision = decideLabel(request, policy, readLabels(source, mediaType).labels);
      if (decision.kind === 'keep') throw new UsageError('the file has a label already, and it is kept');
      if (decision.kind === 'refused') throw new UsageError(whyRefused(decision.refusal));
      const { label } = decision;
      if (containsManifestStore(source)) context.stderr.write(`revera: ${BREAKS_CREDENTIAL}\n`);
      const written = writeLabelFile(source, { mediaType, label, outputPath, overwrite: values.force === true });
      print(context, values.json === true, { file: outputPath, media_type: mediaType, ...written, label });
    } finally {
      source.close();
    }
  } catch (error) {
    throw refusalOf(error, outputPath);
  }
  return Promise.resolve(EXIT.ok);
}

/** As a platform, only the propagation elements are given, and nothing is made up for the producer. */
function requestOf(values: Values, isPropagation: boolean): LabelRequest {
  if (values.label !== undefined) {
    const request = decodeLabelRequest(values.label);
    if (isLabelRefusal(request)) throw new UsageError(`--label: ${whyRefused(request)}`);
    return request;
  }
  const propagation = {
    ...(values.propagator === undefined ? {} : { ContentPropagator: values.propagator }),
    ...(values['propagate-id'] === undefined ? {} : { PropagateID: values['propagate-id'] }),
  };
  if (isPropagation) return propagation;
  return {
    Label: values.value ?? '1',
    ContentProducer: required(values.producer, '--producer'),
    ProduceID: values['produce-id'] ?? randomBytes(16).toString('hex'),
    ...propagation,
  };
}

function carrierOf(source: RandomAccess): MediaType {
  const mediaType = sniff(source);
  if (mediaType === null) throw new UsageError('the file is of no known media type');
  if (!canCarryLabel(mediaType)) {
    throw new UsageError(ruleMessage('AIGC-082', { media_type: mediaType }));
  }
  return mediaType;
}

function ruleMessage(rule: LabelRuleId, values: Record<string, string>): string {
  return ruleMessages([{ rule, severity: 'error', values }]);
}

function ruleMessages(findings: readonly LabelFinding[]): string {
  return presentFindings(findings, 'en')
    .map(({ rule, message }) => `${rule}: ${message}`)
    .join(' ');
}

function whyRefused(refusal: LabelRefusal): string {
  switch (refusal.kind) {
    case 'rules':
      return ruleMessages(refusal.findings);
    case 'already_labelled':
      return `${ruleMessage('AIGC-080', { location: refusal.location })} --policy says what to do with it.`;
    case 'not_a_label':
    case 'cannot_keep':
      return refusal.detail;
  }
}

function print(
  { stdout }: CliContext,
  isJson: boolean,
  written: { file: string; media_type: string; location: string; isFallback: boolean; label: object },
): void {
  const { isFallback, ...answer } = written;
  if (isJson) {
    stdout.write(`${JSON.stringify({ ...answer, is_fallback: isFallback }, null, 2)}\n`);
    return;
  }
  const note = isFallback ? ' (its usual place is taken by tags of another kind)' : '';
  stdout.write(`Labelled ${safeText(written.file)} in ${written.location}${note}\n`);
}

function refusalOf(error: unknown, outputPath: string): unknown {
  if (error instanceof LabelWriteError) return new UsageError(`${error.code}: ${error.message}`, { cause: error });
  if (!isFileSystemError(error)) return error;
  const isThere = error.code === 'EEXIST';
  return new UsageError(isThere ? `${outputPath} exists already; --force replaces it` : error.message, {
    cause: error,
  });
}
