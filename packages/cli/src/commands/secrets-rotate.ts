import type { SecretsRotated } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { statusLines } from './secrets-status.ts';

const OPTIONS = {
  resume: { type: 'boolean', help: 'make no new key: seal anew what older ones sealed, and drop those nothing needs' },
  json: JSON_OPTION,
} as const;

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Make a new key for secrets in the database and seal all with it',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'Works beside running servers, which use the new key at once. One that is interrupted is gone on with by the next. An old key stays in DATA_DIR/secret.key for a day after it was replaced, and as long as anything is sealed with it: revera secrets rotate --resume, a day later, drops it.',
    'With SECRET_KEY in the environment the new key is made there: set the new one as SECRET_KEY, put the old one into SECRET_KEY_PREVIOUS, restart every process, and run this.',
    'Exit: 0 done; 3 a value could not be opened and was left as it is; 2 wrong use or a refusal; 1 our fault.',
  ],
  examples: [
    ['revera secrets rotate', 'a new key'],
    ['revera secrets rotate --resume', 'a day later: drop the old one'],
    ['revera secrets rotate --json', '{"new_key_id", "resealed", "unopened", "dropped_key_ids", "keys", …}'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).rotateSecrets({ resume: values.resume === true });
    const exit = printAnswer(context, result, values.json === true, lines);
    return result.kind === 'done' && sum(result.value.unopened) > 0 ? EXIT.wrong : exit;
  },
};

function lines(rotated: SecretsRotated): string[] {
  const { new_key_id, resealed, unopened, dropped_key_ids } = rotated;
  const counted = ({ second_factors, waiting_mails, webhook_secrets }: SecretsRotated['resealed']): string =>
    `${second_factors} second factors, ${waiting_mails} waiting mails, ${webhook_secrets} webhook secrets`;
  return [
    new_key_id === null ? 'No new key was made' : `New key: ${safeText(new_key_id)}`,
    `Sealed anew: ${counted(resealed)}`,
    ...(sum(unopened) > 0 ? [`Could not be opened, and left as they are: ${counted(unopened)}`] : []),
    ...dropped_key_ids.map((id) => `Dropped: ${safeText(id)}`),
    ...statusLines(rotated),
    ...nextStep(rotated),
  ];
}

function nextStep({ source, keys }: SecretsRotated): string[] {
  const idle = keys.filter(({ state, sealed }) => state === 'previous' && sum(sealed) === 0);
  if (idle.length === 0) return [];
  return [
    source === 'file'
      ? 'Keys that are no longer needed are dropped a day after they were replaced: revera secrets rotate --resume'
      : `Nothing is sealed any more with ${idle.map(({ key_id }) => safeText(key_id ?? '')).join(', ')}: a day after the restart, take it out of SECRET_KEY_PREVIOUS`,
  ];
}

function sum({ second_factors, waiting_mails, webhook_secrets }: SecretsRotated['resealed']): number {
  return second_factors + waiting_mails + webhook_secrets;
}
