import { LANGUAGES, type Language } from '@revera/provenance';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { worstExit, type ExitCode } from '../exit-codes.ts';
import { csvFailure, csvRows, CSV_HEADING } from '../label/csv.ts';
import { labelExit, labelReport, type LabelFailure, type LabelReport } from '../label/label-report.ts';
import { readLabelFile } from '../label/read-label-file.ts';
import { ruleTable } from '../label/rule-table.ts';
import { parseOptions } from '../parse-options.ts';
import { chooseLanguage } from '../render/language.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { findFiles } from '../verify/find-files.ts';

const OPTIONS = {
  require: { type: 'boolean', help: 'exit 4 when a file has no label' },
  lang: { type: 'string', value: LANGUAGES.join('|'), help: 'language of the messages (default: of the locale)' },
  csv: { type: 'boolean', help: 'print CSV, one row for each finding' },
  json: JSON_OPTION,
} as const;

export const labelCheck: Command = {
  name: 'label check',
  summary: 'Hold China AIGC labels against every rule',
  usage: 'FILE… [OPTIONS]',
  options: OPTIONS,
  details: [
    'Prints every rule of GB 45438-2025, of the practice guides and of the provider codes that was checked, with its clause and what came of it. Folders are walked; there, files of unknown types are passed over.',
    'Exit: 0 no label breaks the standard (warnings are shown); 3 one does; 4 a file has no label and --require was given; 2 a file cannot be read.',
  ],
  examples: [
    ['revera label check out.png', 'the rule table of one file'],
    ['revera label check --csv --lang zh-CN assets/ > labels.csv', 'a table over a folder, for a spreadsheet'],
    ['revera label check --json assets/ | jq \'.[] | select(.status == "nonconformant")\'', 'what breaks the standard'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length === 0) throw new UsageError('Name a file or a folder');
  if (values.json === true && values.csv === true) throw new UsageError('--json and --csv exclude each other');
  const language = chooseLanguage(values.lang, context.env);
  const print = printer(context, language, values.json === true ? 'json' : values.csv === true ? 'csv' : 'human');
  const codes: ExitCode[] = [];
  for (const file of findFiles(positionals).files) {
    const reading = readLabelFile(file);
    codes.push(labelExit(reading, values.require === true));
    if (reading.kind === 'read') print.report(labelReport(reading, language));
    if (reading.kind === 'failed') print.failure({ file: reading.path, error: reading.reason });
  }
  print.end();
  return Promise.resolve(worstExit(codes));
}

interface Printer {
  report(report: LabelReport): void;
  failure(failure: LabelFailure): void;
  end(): void;
}

function printer({ stdout, stderr }: CliContext, language: Language, form: 'json' | 'csv' | 'human'): Printer {
  const tell = ({ file, error }: LabelFailure): void => stderr.write(`revera: ${safeText(file)}: ${safeText(error)}\n`);
  if (form === 'csv') {
    stdout.write(CSV_HEADING);
    return {
      report: (report) => stdout.write(csvRows(report).join('')),
      failure: (failure) => stdout.write(csvFailure(failure)),
      end: () => undefined,
    };
  }
  if (form === 'json') {
    const all: (LabelReport | LabelFailure)[] = [];
    return {
      report: (report) => all.push(report),
      failure: (failure) => {
        all.push(failure);
        tell(failure);
      },
      end: () => stdout.write(`${JSON.stringify(all, null, 2)}\n`),
    };
  }
  return {
    report: (report) => {
      const head = `${safeText(report.file)}: ${report.status}`;
      const lines = report.labels.length === 0 ? [] : ruleTable(report, language);
      const problems = report.problems.map(({ kind, what }) => `  not searched: ${what} (${kind})`);
      stdout.write(`${[head, ...lines.map((line) => `  ${line}`), ...problems].join('\n')}\n`);
    },
    failure: tell,
    end: () => undefined,
  };
}
