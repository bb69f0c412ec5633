import type { ComponentChildren } from 'preact';
import { StateIcon } from '../kit/components/state-icon.tsx';
import type { Tone } from '../../shared/statuses.ts';
import type { ListState } from './judge-parts.ts';

const LIST_TONE: Readonly<Record<Exclude<ListState, 'off'>, Tone>> = {
  works: 'good',
  reduced: 'partial',
  waits: 'neutral',
  fails: 'bad',
};

/** Icon and word of a state; what is not used has no icon. */
export function StateMark({ state, word }: { state: ListState; word: string }) {
  if (state === 'off') return <span class="soft">{word}</span>;
  return (
    <span class={`tone-${LIST_TONE[state]}`}>
      <span class="verdict">
        <StateIcon tone={LIST_TONE[state]} />
        {word}
      </span>
    </span>
  );
}

interface Props {
  name: string;
  state: ListState;
  word: string;
  text: ComponentChildren;
}

/** One part: what it is, how it is, and one sentence. */
export function StatusRow({ name, state, word, text }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <StateMark state={state} word={word} />
      </dd>
      <dd>{text}</dd>
    </div>
  );
}
