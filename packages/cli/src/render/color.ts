import type { Tone } from '@revera/provenance';
import type { CliContext, Output } from '../context.ts';

export const COLOR_MODES = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

const STYLES = {
  good: 32,
  partial: 36,
  neutral: 2,
  warning: 33,
  bad: 31,
  strong: 1,
  faint: 2,
} as const satisfies Readonly<Record<Tone | 'strong' | 'faint', number>>;

type Style = keyof typeof STYLES;

/** Colours text that is already safe, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** `auto`: on a terminal, unless NO_COLOR (no-color.org) is set or the terminal has no colours. */
export function painter(mode: ColorMode, output: Output, env: CliContext['env']): Paint {
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb' || !output.isTerminal;
  if (mode === 'never' || (mode === 'auto' && isPlain)) return (_, text) => text;
  return (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`;
}
