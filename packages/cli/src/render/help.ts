import type { Command } from '../command.ts';
import { LIMITS } from '../limits.ts';
import { wrap } from './wrap.ts';

const COLUMNS = LIMITS.textColumns;

/** The text of `revera --help`, or of the help for a group of commands. */
export function renderOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return lines([
    'revera: what evidence of origin a media file carries (C2PA content credentials)',
    '',
    'Usage: revera COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Options:',
    '  -h, --help  help; after a command, of that command',
    '  --version   version of revera',
    '',
    'Environment: REVERA_DEBUG=1 prints where an internal error happened.',
    '',
    'Examples:',
    '  revera verify photo.jpg',
    '  revera verify --help',
  ]);
}

export function renderHelp(command: Command): string {
  const options = [
    ...Object.entries(command.options).map(([name, { short, value, help }]): readonly [string, string] => [
      `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
    ['-h, --help', 'this help'] as const,
  ];
  return lines([
    `revera ${command.name}: ${command.summary}`,
    '',
    `Usage: revera ${command.name} ${command.usage}`,
    '',
    'Options:',
    ...options.flatMap(([flags, help]) => [`  ${flags}`, ...indented(help, 6)]),
    '',
    ...command.details.flatMap((text) => [...wrap(text, COLUMNS), '']),
    'Examples:',
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, ...indented(does, 6)]),
  ]);
}

function indented(text: string, indent: number): string[] {
  return wrap(text, COLUMNS - indent).map((line) => ' '.repeat(indent) + line);
}

function lines(list: readonly string[]): string {
  return `${list.join('\n')}\n`;
}
