import { TOOL_VERSION } from '@revera/provenance';
import type { Command } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { renderHelp, renderOverview } from './render/help.ts';
import { safeText } from './render/safe-text.ts';
import { UsageError } from './usage-error.ts';

/** Runs one command line and returns the exit code. It never throws: errors are printed on stderr. */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    return printFailure(error, context);
  }
}

async function dispatch(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  const [first, second] = argv;
  if (first === undefined) {
    context.stderr.write(renderOverview(COMMANDS));
    return EXIT.usage;
  }
  if (isHelp(first) || first === 'help') {
    context.stdout.write(renderOverview(COMMANDS));
    return EXIT.ok;
  }
  if (first === '--version') {
    context.stdout.write(`revera ${TOOL_VERSION}\n`);
    return EXIT.ok;
  }
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second ?? ''}`);
  if (command !== undefined) return runCommand(command, argv.slice(command.name.split(' ').length), context);
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) throw new UsageError(`Unknown command '${first}'; revera --help lists all`);
  if (second !== undefined && isHelp(second)) {
    context.stdout.write(renderOverview(group));
    return EXIT.ok;
  }
  const names = group.map(({ name }) => name).join(', ');
  throw new UsageError(
    second === undefined
      ? `Incomplete command; there are ${names}`
      : `Unknown command '${first} ${second}'; there are ${names}`,
  );
}

async function runCommand(command: Command, args: readonly string[], context: CliContext): Promise<ExitCode> {
  const end = args.indexOf('--');
  if ((end < 0 ? args : args.slice(0, end)).some(isHelp)) {
    context.stdout.write(renderHelp(command));
    return EXIT.ok;
  }
  return command.run(args, context);
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function printFailure(error: unknown, { stderr, env }: CliContext): ExitCode {
  const message = safeText(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) {
    stderr.write(`revera: ${message}\n`);
    return EXIT.usage;
  }
  stderr.write(`revera: internal error: ${message} (REVERA_DEBUG=1 prints more)\n`);
  if (env['REVERA_DEBUG'] === '1' && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return EXIT.fault;
}
