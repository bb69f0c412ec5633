import { ShownText } from '../../kit/components/shown-text.tsx';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import type { Chip } from '../../../shared/statement.ts';
import { OriginIcon } from './origin-icon.tsx';

/** How it was made, then how far that is proven: icon and word, never the colour alone. */
export function Chips({ chips }: { chips: readonly Chip[] }) {
  return (
    <ul class="card-chips">
      {chips.map(({ kind, tone, text }) => (
        <li key={text} class={kind === 'state' ? `chip tone-${tone}` : `chip chip-${kind}`}>
          {kind === 'state' || kind === 'sandbox' ? <StateIcon tone={tone} /> : <OriginIcon kind={kind} />}
          <span>
            <ShownText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
