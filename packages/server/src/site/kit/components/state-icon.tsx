import type { ComponentChildren } from 'preact';
import type { Tone } from '../../../shared/statuses.ts';
import { LineIcon } from './line-icon.tsx';

/** Each has an outline of its own, so that it is told from the others without its colour. */
const SHAPES: Readonly<Record<Tone, ComponentChildren>> = {
  good: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.4 2.8 2.8L16.2 9.4" />
    </>
  ),
  partial: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 0 0 18z" fill="currentColor" />
    </>
  ),
  neutral: (
    <>
      <circle cx="12" cy="12" r="9" stroke-dasharray="3.4 2.25" />
      <path d="M9.6 9.6a2.5 2.5 0 1 1 3.7 2.2c-.9.5-1.3 1-1.3 1.9M12 16.6v.1" />
    </>
  ),
  warning: <path d="M2.5 12H10M6.8 8.4 10.2 12l-3.4 3.6M21.5 12H14M17.2 8.4 13.8 12l3.4 3.6M12 3.5v3M12 17.5v3" />,
  bad: (
    <>
      <path d="M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2z" />
      <path d="m9 9 6 6M15 9l-6 6" />
    </>
  ),
};

/** The picture of a tone. It always stands beside its word, so it is silent to readers of the screen. */
export function StateIcon({ tone }: { tone: Tone }) {
  return <LineIcon class="state-icon">{SHAPES[tone]}</LineIcon>;
}
