import { AnalysisError } from '@revera/provenance';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { chooseTrust } from '../trust-options.ts';
import { analysisErrorExit } from '../verify/file-exit.ts';
import { analyze, failureMessage } from '../verify/verify-file.ts';
import { ANALYSIS_OPTIONS, analysisTimes } from './verify.ts';

const OPTIONS = { ...ANALYSIS_OPTIONS, json: { ...JSON_OPTION, help: 'the only form; accepted for scripts' } } as const;

export const inspect: Command = {
  name: 'inspect',
  summary: 'Print all facts about one file as JSON, without a judgement',
  usage: 'FILE [OPTIONS]',
  options: OPTIONS,
  details: [
    'Prints the report: what the readers found, the lists that were used and the versions of the tools. verify judges it.',
    'Exit: 0 the file was examined, whatever was found; 2 wrong use or unreadable input; 1 our fault.',
  ],
  examples: [
    ['revera inspect photo.jpg', 'every manifest, assertion label, status code and certificate'],
    ["revera inspect photo.jpg | jq '.c2pa.facts.active_codes'", 'only the status codes'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const path = oneArgument(positionals, 'The file');
  const times = analysisTimes(values, context);
  const trust = await chooseTrust(values, context);
  const pool = await context.createPool({ size: 1 });
  try {
    const { report } = await analyze(path, { pool, trust, ...times });
    context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    context.stderr.write(`revera: ${safeText(path)}: ${failureMessage(error.code)}\n`);
    return analysisErrorExit(error.code);
  } finally {
    await pool.close();
  }
}
