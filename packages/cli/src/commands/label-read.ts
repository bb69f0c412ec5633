import { LANGUAGES, type ChinaAigcItem, type ChinaAigcProvider } from '@revera/provenance';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, worstExit, type ExitCode } from '../exit-codes.ts';
import { labelReport, type LabelReport } from '../label/label-report.ts';
import { readLabelFile } from '../label/read-label-file.ts';
import { parseOptions } from '../parse-options.ts';
import { painter } from '../render/color.ts';
import { chooseLanguage } from '../render/language.ts';
import { layoutFor, rows, type Layout, type Row } from '../render/layout.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { findFiles } from '../verify/find-files.ts';

const OPTIONS = {
  lang: { type: 'string', value: LANGUAGES.join('|'), help: 'language of the messages (default: of the locale)' },
  json: JSON_OPTION,
} as const;

export const labelRead: Command = {
  name: 'label read',
  summary: 'Show the China AIGC labels of files',
  usage: 'FILE… [OPTIONS]',
  options: OPTIONS,
  details: [
    'Shows every label: where it stands, its seven elements as written, whom the provider codes name, what the reserved codes hold and whether a signature in them is good, and what is wrong with it. Absence of a label proves nothing.',
    'Exit: 0 all files were read; 2 one cannot be read.',
  ],
  examples: [
    ['revera label read out.png', 'for people'],
    ["revera label read --json *.mp4 | jq -r '.[].labels[].content_producer'", 'for scripts'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length === 0) throw new UsageError('Name a file or a folder');
  const language = chooseLanguage(values.lang, context.env);
  const layout = layoutFor(context.stdout, painter('auto', context.stdout, context.env));
  const reports: LabelReport[] = [];
  const codes: ExitCode[] = [];
  for (const file of findFiles(positionals).files) {
    const reading = readLabelFile(file);
    codes.push(reading.kind === 'failed' ? EXIT.usage : EXIT.ok);
    if (reading.kind === 'failed') {
      context.stderr.write(`revera: ${safeText(reading.path)}: ${safeText(reading.reason)}\n`);
    }
    if (reading.kind !== 'read') continue;
    const report = labelReport(reading, language);
    if (values.json === true) reports.push(report);
    else context.stdout.write(`${lines(report, layout).join('\n')}\n`);
  }
  if (values.json === true) context.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  return Promise.resolve(worstExit(codes));
}

function lines(report: LabelReport, layout: Layout): string[] {
  return [
    `${layout.paint('strong', safeText(report.file))}: ${report.status}`,
    ...report.labels.flatMap((label) => rows(labelRows(label), layout)),
    ...rows(
      report.findings.map(({ rule, message }): Row => [rule, message]),
      layout,
    ),
    ...rows(
      report.look_alikes.map(({ vendor, location }): Row => ['Look-alike', `${vendor}, in ${location}`]),
      layout,
    ),
    ...rows(
      report.problems.map(({ kind, what }): Row => ['Not searched', `${what} (${kind})`]),
      layout,
    ),
  ];
}

function labelRows(label: ChinaAigcItem): Row[] {
  const { reserved_code_1, reserved_code_2 } = label.security;
  const shown = (value: string | null, provider?: ChinaAigcProvider | null): string =>
    value === null
      ? '(absent)'
      : [JSON.stringify(value), provider?.company ?? '', provider?.product ?? '']
          .filter((text) => text !== '')
          .join('  ');
  return [
    ['Location', `${label.location} (${label.carrier}, ${label.placement}), byte ${label.offset}`],
    ['Form', [label.state, label.form ?? '', ...label.deviations].filter((text) => text !== '').join(', ')],
    ['Label', shown(label.label)],
    ['ContentProducer', shown(label.content_producer, label.producer)],
    ['ProduceID', shown(label.produce_id)],
    ['ReservedCode1', `${shown(label.reserved_code_1)}  ${reserved_code_1.signature}`],
    ['ContentPropagator', shown(label.content_propagator, label.propagator)],
    ['PropagateID', shown(label.propagate_id)],
    ['ReservedCode2', `${shown(label.reserved_code_2)}  ${reserved_code_2.signature}`],
    ...label.findings.map(({ rule, severity, message }): Row => [rule, `${severity}: ${message}`]),
  ];
}
