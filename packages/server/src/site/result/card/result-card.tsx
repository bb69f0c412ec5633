import type { ComponentChildren } from 'preact';
import { ShownText } from '../../kit/components/shown-text.tsx';
import type { View } from '../view.ts';
import { Cautions } from './cautions.tsx';
import { Chips } from './chips.tsx';
import { Questions } from './questions.tsx';

interface Props {
  view: View;
  /** The picture of the file: left of the statement, above it on a phone. */
  picture?: ComponentChildren;
  /** What can be done with the result, below the questions. */
  actions?: ComponentChildren;
}

/** What a credential that holds shows, and what it does not. */
const INTACT: ReadonlySet<string> = new Set(['valid_and_bound', 'trust_unverified']);

/** A result in one look: what a person asked, how far that is proven, and what must not be missed. */
export function ResultCard({ view, picture, actions }: Props) {
  const { statement, words, data } = view;
  const { c2pa, credential_integrity_status: integrity } = data.result;
  const isProven = INTACT.has(integrity) && !c2pa.trust.sandbox;
  return (
    <div class="result-card">
      {picture == null ? null : <div class="card-picture">{picture}</div>}
      <div class="card-told">
        <Chips chips={statement.chips} />
        <h1>
          <ShownText text={statement.heading} />
        </h1>
        <p class="card-line">
          <ShownText text={statement.line} />
        </p>
        <Cautions view={view} />
        <Questions view={view} />
        {actions == null ? null : <div class="card-actions">{actions}</div>}
        {isProven ? <p class="card-note">{words.verdict.note}</p> : null}
      </div>
    </div>
  );
}
