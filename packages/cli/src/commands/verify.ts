import type { Command } from '../command.ts';
import { JSON_OPTION } from '../command.ts';
import type { CliContext } from '../context.ts';
import { worstExit, type ExitCode } from '../exit-codes.ts';
import { LIMITS } from '../limits.ts';
import { instant, oneOf, parseOptions, wholeNumber } from '../parse-options.ts';
import { COLOR_MODES, painter } from '../render/color.ts';
import { chooseLanguage } from '../render/language.ts';
import { layoutFor } from '../render/layout.ts';
import { createProgress } from '../render/progress.ts';
import { words } from '../render/words.ts';
import { chooseTrust, TRUST_OPTIONS } from '../trust-options.ts';
import { UsageError } from '../usage-error.ts';
import { fileExit, REQUIREMENTS } from '../verify/file-exit.ts';
import { findFiles, type FoundFiles } from '../verify/find-files.ts';
import { humanPrinter } from '../verify/print-human.ts';
import { crjsonPrinter, jsonPrinter } from '../verify/print-json.ts';
import type { Printer } from '../verify/printer.ts';
import { runOrdered } from '../verify/run-ordered.ts';
import { verifyFile, type VerifySettings } from '../verify/verify-file.ts';

/** The options of every command that examines files. */
export const ANALYSIS_OPTIONS = {
  at: { type: 'string', value: 'TIME', help: 'judge as of this time (RFC 3339, with zone) instead of now' },
  ...TRUST_OPTIONS,
  timeout: {
    type: 'string',
    value: 'SECONDS',
    help: `give a file up after this time (default ${LIMITS.defaultTimeoutSeconds})`,
  },
} as const;

const OPTIONS = {
  json: { ...JSON_OPTION, help: 'print the result as JSON; several files: JSON Lines' },
  crjson: { type: 'boolean', help: 'print the manifest store as crJSON; several files: JSON Lines' },
  verbose: { type: 'boolean', short: 'v', help: 'add status codes, manifests, actions, certificates and lists' },
  lang: { type: 'string', value: 'en|zh-CN', help: 'language of the result (default: the locale, else en)' },
  require: { type: 'string', value: 'verified', help: 'answer 4 unless every file is verified' },
  ...ANALYSIS_OPTIONS,
  jobs: { type: 'string', short: 'j', value: 'N', help: `threads (default: cores, at most ${LIMITS.defaultJobs})` },
  color: { type: 'string', value: COLOR_MODES.join('|'), help: 'colour; auto respects NO_COLOR' },
} as const;

export const verify: Command = {
  name: 'verify',
  summary: 'Say what evidence of origin files carry',
  usage: 'FILE… | FOLDER… [OPTIONS]',
  options: OPTIONS,
  details: [
    'One file prints its whole result; several files, or a folder, print two lines each and a count (-v prints them whole). Folders are walked; hidden entries, links, and files of no known media type are passed over in them.',
    'JSON: exactly one FILE prints one object, the result itself or {"error": {"code", "message"}}. Anything else prints JSON Lines in the order of the arguments: {"file", "result", "error"}, or {"file", "crjson", "error"} with --crjson; the absent one is null. crjson is null for a file without a manifest store.',
    'Nothing is uploaded and nothing is fetched. Without --trust-list the lists of the installation are used (revera trust).',
    'Exit: 0 nothing wrong was found (verified, strong or partial evidence, unknown); 3 something is wrong (invalid, conflicting, changed after signing); 4 less than --require; 2 wrong use or unreadable input; 1 our fault, also a file that could not be examined in time. Several files: the worst, in the order 1, 2, 3, 4, 0.',
  ],
  examples: [
    ['revera verify photo.jpg', 'judge one file by the installed trust lists'],
    ['revera verify photos/ --json | jq .result.provenance_status', 'a folder, one line of JSON a file'],
    ['revera verify a.jpg --require verified', 'for scripts: 0 only when verified'],
    [
      'revera verify a.jpg --trust-list c2pa=anchors.pem --trust-list c2pa_tsa=tsa.pem --at 2026-01-31T12:00:00Z --crjson',
      'reproducible: lists and time are given',
    ],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length === 0) throw new UsageError('Name a file or a folder');
  if (values.json === true && values.crjson === true) throw new UsageError('--json and --crjson exclude each other');
  const requirement = values.require === undefined ? null : oneOf(values.require, REQUIREMENTS, '--require');
  const color = oneOf(values.color ?? 'auto', COLOR_MODES, '--color');
  const language = chooseLanguage(values.lang, context.env);
  const { at, deadlineMs } = analysisTimes(values, context);
  const jobs =
    values.jobs === undefined
      ? Math.max(1, Math.min(LIMITS.defaultJobs, context.cores))
      : wholeNumber(values.jobs, LIMITS.jobs, '--jobs');
  const trust = await chooseTrust(values, context);
  const found = findFiles(positionals);

  const layout = layoutFor(context.stdout, painter(color, context.stdout, context.env));
  const printers = {
    json: () => jsonPrinter(context, found.isSeveral),
    crjson: () => crjsonPrinter(context, found.isSeveral),
    human: () =>
      humanPrinter(context, {
        words: words(language),
        layout,
        verbose: values.verbose === true,
        isSeveral: found.isSeveral,
      }),
  };
  const printer = printers[values.json === true ? 'json' : values.crjson === true ? 'crjson' : 'human']();
  const codes = new Set<ExitCode>();
  await verifyAll(found, { trust, at, deadlineMs, language }, jobs, context, {
    show: (outcome) => {
      codes.add(fileExit(outcome, requirement));
      printer.show(outcome);
    },
    end: () => printer.end(),
  });
  return worstExit(codes);
}

/** @throws {UsageError} */
export function analysisTimes(
  values: { at?: string | undefined; timeout?: string | undefined },
  context: CliContext,
): { at: Date; deadlineMs: number } {
  const seconds =
    values.timeout === undefined
      ? LIMITS.defaultTimeoutSeconds
      : wholeNumber(values.timeout, LIMITS.timeoutSeconds, '--timeout');
  return { at: values.at === undefined ? context.now() : instant(values.at, '--at'), deadlineMs: seconds * 1000 };
}

async function verifyAll(
  { files }: FoundFiles,
  settings: Omit<VerifySettings, 'pool'>,
  jobs: number,
  context: CliContext,
  printer: Printer,
): Promise<void> {
  const concurrency = Math.max(1, Math.min(jobs, files.length));
  const pool = await context.createPool({ size: concurrency });
  const progress = createProgress(context.stderr, files.length);
  let done = 0;
  try {
    await runOrdered({
      items: files,
      concurrency,
      finishedAhead: concurrency * LIMITS.finishedAheadPerJob,
      work: async (file) => {
        progress.show(done, file.path);
        const outcome = await verifyFile(file, { ...settings, pool });
        done += 1;
        return outcome;
      },
      onResult: (outcome) => {
        progress.clear();
        printer.show(outcome);
      },
    });
    progress.clear();
    printer.end();
  } finally {
    await pool.close();
  }
}
