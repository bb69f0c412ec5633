import type { ComponentChildren } from 'preact';
import type { Chip } from '../../../shared/statement.ts';
import { LineIcon } from '../../kit/components/line-icon.tsx';

type Origin = Exclude<Chip['kind'], 'state' | 'sandbox'>;

const SHAPES: Readonly<Record<Origin, ComponentChildren>> = {
  ai: (
    <path d="M11 3.5c.9 5 2.6 6.7 7.5 7.5-4.9.8-6.6 2.5-7.5 7.5-.9-5-2.6-6.7-7.5-7.5 4.9-.8 6.6-2.5 7.5-7.5zM18.5 16.5v4M16.5 18.5h4" />
  ),
  camera: (
    <>
      <path d="M3.5 8h4l1.5-2.5h6L16.5 8h4v11h-17z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  parts: <path d="M4 4h9v9H4zM11 11h9v9h-9z" />,
};

/** How the content was made, as a picture. It always stands beside its word, so it is silent to readers of the screen. */
export function OriginIcon({ kind }: { kind: Origin }) {
  return <LineIcon class="state-icon">{SHAPES[kind]}</LineIcon>;
}
