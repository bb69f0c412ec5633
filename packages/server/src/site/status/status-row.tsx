import type { ComponentChildren } from 'preact';
import { StateIcon } from '../kit/components/state-icon.tsx';
import type { State } from '../kit/provenance-look.ts';
import type { ListState } from './judge-parts.ts';

const LOOKS: Readonly<Record<Exclude<ListState, 'off'>, State>> = {
  works: 'verified',
  reduced: 'partial',
  waits: 'unknown',
  fails: 'failed',
};

/** Icon and word of a state; what is not used has no icon. */
export function StateMark({ state, word }: { state: ListState; word: string }) {
  if (state === 'off') return <span class="soft">{word}</span>;
  return (
    <span class={`state-${LOOKS[state]}`}>
      <span class="verdict">
        <StateIcon state={LOOKS[state]} />
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
