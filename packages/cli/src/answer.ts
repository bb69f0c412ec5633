import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { safeText } from './render/safe-text.ts';
import type { CommandResult } from '@revera/server';

/** Prints the server's answer: as unchanged JSON, or as the lines that `human` makes of it. */
export function printAnswer<Value>(
  { stdout, stderr }: CliContext,
  result: CommandResult<Value>,
  isJson: boolean,
  human: (value: Value) => readonly string[],
): ExitCode {
  if (result.kind === 'refused') {
    if (isJson) stdout.write(`${JSON.stringify({ error: { code: result.code, message: result.message } }, null, 2)}\n`);
    // Invalid settings are reported one a line.
    for (const line of result.message.split('\n')) stderr.write(`revera: ${safeText(line)}\n`);
    return EXIT.usage;
  }
  const { value } = result;
  stdout.write(
    isJson
      ? `${JSON.stringify(value, null, 2)}\n`
      : human(value)
          .map((line) => `${line}\n`)
          .join(''),
  );
  return EXIT.ok;
}
