import type { Initialized } from '@revera/server';
import { firstStartLines } from '../render/first-start.ts';
import { serverCommand } from './server-command.ts';

export const init = serverCommand({
  name: 'init',
  summary: 'Make a new installation without serving',
  details: [
    'Does what the first start of revera serve does: data folder, database, development certificates, an administrator (ADMIN_EMAIL) with a one-time password, and a test key. Both secrets are printed once, now or by the first start; doing it again changes nothing.',
  ],
  examples: [
    ['revera init', 'before the server runs for the first time'],
    ['ADMIN_EMAIL=ops@example.com revera init --json', '{"data_dir", "first_start": {"administrator", "test_key"}}'],
  ],
  call: (server) => server.init(),
  lines,
});

function lines({ data_dir, first_start }: Initialized): string[] {
  return [
    `Data folder: ${data_dir}`,
    ...(first_start === null
      ? ['The installation was made before; nothing is shown again.']
      : firstStartLines(first_start)),
  ];
}
