import type { CliContext } from './context.ts';
import type { ExitCode } from './exit-codes.ts';

/** One option, for `parseArgs` of `node:util` and for the help. */
export interface OptionSpec {
  type: 'boolean' | 'string';
  short?: string;
  multiple?: boolean;
  /** The name of a `string` option's value in the help. */
  value?: string;
  help: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export interface Command {
  /** One or two words: `verify`, `trust import`. */
  name: string;
  summary: string;
  /** The line after the name: `FILE… [OPTIONS]`. */
  usage: string;
  options: OptionTable;
  /** Paragraphs for the help. */
  details: readonly string[];
  /** Command lines, each with its effect. */
  examples: readonly (readonly [string, string])[];
  /** @throws {UsageError} */
  run(args: readonly string[], context: CliContext): Promise<ExitCode>;
}

export const JSON_OPTION = { type: 'boolean', help: 'print JSON' } as const satisfies OptionSpec;
