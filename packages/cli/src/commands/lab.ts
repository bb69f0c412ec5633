import {
  CLAIMABLE_FAMILIES,
  examineClip,
  LANGUAGES,
  openFileSource,
  presentLab,
  type LabReport,
  type LabResult,
} from '@revera/provenance';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, worstExit, type ExitCode } from '../exit-codes.ts';
import { parseOptions } from '../parse-options.ts';
import { painter } from '../render/color.ts';
import { chooseLanguage } from '../render/language.ts';
import { layoutFor, paragraph, rows, type Layout, type Row } from '../render/layout.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { isFileSystemError } from '../trust-files.ts';
import { findFiles, type FoundFile } from '../verify/find-files.ts';

const OPTIONS = {
  claim: { type: 'string', value: 'NAME', help: 'what the clip is said to come from, such as kling or tiktok' },
  lang: { type: 'string', value: LANGUAGES.join('|'), help: 'language of the messages (default: of the locale)' },
  json: JSON_OPTION,
} as const;

export const lab: Command = {
  name: 'lab',
  summary: 'Show which software and which platform wrote a video, by its container and encoder',
  usage: 'CLIP… [OPTIONS]',
  options: OPTIONS,
  details: [
    'Reads the container, the parameter sets and the encoder messages of a video, and no picture. Says which generator, encoders, programs and platforms the traces look like, and whether they fit what is claimed. Traces are unsigned and can be forged; their absence proves nothing. Credentials, labels and ordinary metadata are named beside the traces and never counted: verify judges them.',
    `Claims that are known: ${CLAIMABLE_FAMILIES.join(', ')}, and other names of the same.`,
    'Exit: 0 all files were read, whatever was found; 2 one cannot be read.',
  ],
  examples: [
    ['revera lab clip.mp4 --claim kling', 'for people'],
    ["revera lab --json *.mp4 | jq -r '.[].verdict'", 'for scripts'],
  ],
  run,
};

type NamedReport = { file: string } & LabReport;

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length === 0) throw new UsageError('Name a file or a folder');
  const language = chooseLanguage(values.lang, context.env);
  const layout = layoutFor(context.stdout, painter('auto', context.stdout, context.env));
  const reports: NamedReport[] = [];
  const codes: ExitCode[] = [];
  for (const file of findFiles(positionals).files) {
    const examined = examineFile(file, values.claim);
    codes.push(examined.kind === 'failed' ? EXIT.usage : EXIT.ok);
    if (examined.kind === 'failed') {
      context.stderr.write(`revera: ${safeText(file.path)}: ${safeText(examined.reason)}\n`);
      continue;
    }
    // Whoever has the file in hand may see what names an account in it.
    const report = { file: file.path, ...presentLab(examined.result, { language, showPersonal: true }) };
    if (values.json === true) reports.push(report);
    else context.stdout.write(`${lines(report, layout).join('\n')}\n`);
  }
  if (values.json === true) context.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  return Promise.resolve(worstExit(codes));
}

type Examined = { kind: 'examined'; result: LabResult } | { kind: 'failed'; reason: string };

/** Nothing in the file, and no error of the file system, makes it throw. */
function examineFile(file: FoundFile, claim: string | undefined): Examined {
  if (file.kind === 'unreadable') return { kind: 'failed', reason: file.reason };
  try {
    const source = openFileSource(file.path);
    try {
      return { kind: 'examined', result: examineClip(source, claim) };
    } finally {
      source.close();
    }
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return { kind: 'failed', reason: error.code };
  }
}

/** Facts that are shown to people; the rest is in the JSON. */
const SHOWN_FACTS = new Set([
  'layout',
  'mkv.layout',
  'ftyp.major',
  'tag.encoder',
  'mkv.writing_app',
  'video.handler',
  'video.compressor',
  'sei.user_data',
  'x264.preset',
  'pps.qp',
  'sps.family',
  'audio.encoder',
]);

function lines(report: NamedReport, layout: Layout): string[] {
  const { title, text, band, stages, beside, warnings, checks, caveats, generation_text } = report;
  const failed = checks.filter(({ result }) => result === 'fail').map(({ id }) => id);
  return [
    `${layout.paint('strong', safeText(report.file))}: ${title} (${band})`,
    ...paragraph(text, 2, layout),
    ...paragraph(generation_text, 2, layout),
    ...rows(stages.flatMap(stageRows), layout),
    ...rows(
      report.observations
        .filter(({ fact }) => SHOWN_FACTS.has(fact))
        .map(({ fact, value, offset }): Row => [fact, `${value}${offset === null ? '' : `, byte ${offset}`}`]),
      layout,
    ),
    ...(failed.length === 0 ? [] : rows([['Checks failed', failed.join(', ')]], layout)),
    ...[...warnings.map((one) => one.text), ...beside.map((one) => one.text), ...caveats].flatMap((line) =>
      paragraph(line, 2, layout),
    ),
  ];
}

function stageRows({ name, pipelines }: LabReport['stages'][number]): Row[] {
  return pipelines.map(({ label, support, band_text, rules }): Row => [
    name,
    `${label}: ${support} (${band_text}; ${rules.map(({ id }) => id).join(', ')})`,
  ]);
}
