import { parseArgs } from 'node:util';
import type { OptionTable } from './command.ts';
import { UsageError } from './usage-error.ts';

interface Config<Options extends OptionTable> {
  args: string[];
  options: Options;
  allowPositionals: true;
  strict: true;
}

/** @throws {UsageError} for an unknown option, a missing value or an extra value */
export function parseOptions<const Options extends OptionTable>(
  options: Options,
  args: readonly string[],
): ReturnType<typeof parseArgs<Config<Options>>> {
  try {
    return parseArgs<Config<Options>>({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')) {
      // The first sentence says what is wrong; Node adds advice to it.
      throw new UsageError(error.message.split('. ')[0] ?? error.message, { cause: error });
    }
    throw error;
  }
}

export function noArguments(positionals: readonly string[]): void {
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument '${positionals[0]}'`);
}

export function oneArgument(positionals: readonly string[], what: string): string {
  const [only, surplus] = positionals;
  if (only === undefined) throw new UsageError(`${what} is missing`);
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  return only;
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`);
  return value;
}

export function oneOf<Word extends string>(value: string, words: readonly Word[], option: string): Word {
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`${option} takes ${words.join(', ')}; not '${value}'`);
  return word;
}

export function wholeNumber(value: string, max: number, option: string): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max)
    throw new UsageError(`${option} takes a whole number from 1 to ${max}; not '${value}'`);
  return number;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** RFC 3339 with a zone: a time without one would be a different instant on every machine. */
export function instant(value: string, option: string): Date {
  const day = INSTANT.exec(value)?.[1];
  const parsed = new Date(value.toUpperCase());
  if (day === undefined || Number.isNaN(parsed.getTime()) || !isDay(day)) {
    throw new UsageError(`${option} takes a time such as 2026-01-31T12:00:00Z; not '${value}'`);
  }
  return parsed;
}

/** `Date` reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
