import type { ServerReady } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { noArguments, oneOf, parseOptions } from '../parse-options.ts';
import { firstStartLines } from '../render/first-start.ts';
import { SERVER_ROLES } from '../server-commands.ts';

const OPTIONS = {
  role: { type: 'string', value: SERVER_ROLES.join('|'), help: 'answer requests, work on jobs, or both (default all)' },
  json: { ...JSON_OPTION, help: 'print the readiness as one line of JSON' },
} as const;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the server until it is told to stop',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'Settings come from the environment: PORT (8080), HOST (127.0.0.1), DATA_DIR (./data), DATABASE_URL and the others of .env.example.',
    'The first start prints the administrator’s one-time password and a test key, once. SIGTERM and SIGINT stop it after what is under way.',
    'In development without SMTP_HOST each start prints a link to the mails that are not sent. It opens on this machine only; whoever has it can sign in as anybody.',
  ],
  examples: [
    ['revera serve', 'everything in one process'],
    ['PORT=9000 revera serve --role api', 'only the requests; workers run elsewhere'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const role = oneOf(values.role ?? 'all', SERVER_ROLES, '--role');
    const isJson = values.json === true;
    const onReady = (ready: ServerReady): void => {
      const text = isJson ? JSON.stringify(ready) : readyLines(ready).join('\n');
      context.stdout.write(`${text}\n`);
    };
    const result = await (await context.server()).serve({ role, onReady });
    // The log has said why.
    if (result.kind === 'failed') return EXIT.fault;
    // The output was already printed when it was ready.
    return printAnswer(context, result, isJson && result.kind === 'refused', () => []);
  },
};

function readyLines({ role, address, data_dir, mailbox, first_start }: ServerReady): string[] {
  return [
    address === null ? `Revera works on jobs (role ${role})` : `Revera answers at ${address} (role ${role})`,
    ...(mailbox === null ? [] : [`Mails are not sent, but shown at ${mailbox}`]),
    `Data folder: ${data_dir}`,
    ...(first_start === null ? [] : firstStartLines(first_start)),
  ];
}
