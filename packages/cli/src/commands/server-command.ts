import type { CommandResult } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import { noArguments, oneArgument, parseOptions } from '../parse-options.ts';
import type { ServerCommands } from '../server-commands.ts';

interface ServerCommand<Value> extends Pick<Command, 'name' | 'summary' | 'details' | 'examples'> {
  /** The only argument, as the usage shows it and as the message names it when it is missing. */
  argument?: readonly [usage: string, name: string];
  call: (server: ServerCommands, argument: string) => Promise<CommandResult<Value>>;
  lines: (value: Value) => readonly string[];
  /** Printed on stderr before the lines, so that stdout can be read by a script. */
  aside?: (value: Value) => string;
}

const OPTIONS = { json: JSON_OPTION } as const;

/** A command that makes one call to the server and prints the answer. */
export function serverCommand<Value>({ argument, call, lines, aside, ...shown }: ServerCommand<Value>): Command {
  return {
    ...shown,
    usage: argument === undefined ? '[OPTIONS]' : `${argument[0]} [OPTIONS]`,
    options: OPTIONS,
    run: async (args, context) => {
      const { values, positionals } = parseOptions(OPTIONS, args);
      if (argument === undefined) noArguments(positionals);
      const given = argument === undefined ? '' : oneArgument(positionals, argument[1]);
      const result = await call(await context.server(), given);
      const isJson = values.json === true;
      if (aside !== undefined && result.kind === 'done' && !isJson) context.stderr.write(`${aside(result.value)}\n`);
      return printAnswer(context, result, isJson, lines);
    },
  };
}
