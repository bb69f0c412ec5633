import type { FirstStartShown } from '@revera/server';
import { safeText } from './safe-text.ts';

/** The secrets of a new installation, which the command that made it shows once. */
export function firstStartLines({ administrator, test_key }: FirstStartShown): string[] {
  return [
    '',
    'First start. This is shown this once:',
    ...(administrator === null
      ? ['  Administrator      none made: there is one, or the address is taken (revera admin list, create)']
      : [
          `  Administrator      ${safeText(administrator.email)}`,
          `  One-time password  ${safeText(administrator.password)}`,
        ]),
    `  Test key           ${safeText(test_key)}`,
    '',
  ];
}
