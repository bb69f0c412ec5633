import { Fragment, type ComponentChildren } from 'preact';
import { CutText, ShownText } from '../kit/components/shown-text.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { When } from '../kit/components/when.tsx';
import type { Tone } from '../../shared/statuses.ts';
import { wordCount, type View } from './view.ts';

/** Of one list; what is left out is counted, and stands in the JSON report. */
const LIST_ITEMS = 40;
/** A sentence of ours that quotes the file, or a long value of it, is cut behind so many characters. */
const SENTENCE_CHARACTERS = 480;

/** A section with its heading, which the jump list leads to. */
export function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="result-section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** What can be opened; in a file of its own it is open. */
export function Fold({ view, title, children }: { view: View; title: string; children: ComponentChildren }) {
  return (
    <details class="fold" open={view.isFile}>
      <summary>{title}</summary>
      <div class="fold-body">{children}</div>
    </details>
  );
}

/** Icon and word, in the colour of the tone. */
export function StateWord({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`state-word tone-${tone}`}>
      <StateIcon tone={tone} />
      <span>{children}</span>
    </span>
  );
}

export interface Fact {
  readonly name: string;
  /** Null: the row is left out. */
  readonly value: ComponentChildren;
}

/** Names and what belongs to them. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  const shown = rows.filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <dl class="facts">
      {shown.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A value out of the file; null: the word for what is not stated. */
export function Value({ view, text, isCode = false }: { view: View; text: string | null; isCode?: boolean }) {
  if (text === null) return <span class="soft">{view.terms.absent}</span>;
  if (text === '') return <span class="soft">{view.terms.label.reservedContents.empty}</span>;
  const shown = view.isFile ? <ShownText text={text} /> : <CutText text={text} language={view.language} />;
  return isCode ? <div class="mono">{shown}</div> : shown;
}

/** The same as the value of a row that is left out where nothing is stated. */
export function valueOf(view: View, text: string | null, isCode = false): ComponentChildren {
  return text === null ? null : <Value view={view} text={text} isCode={isCode} />;
}

/** One of our sentences, which may quote the file. */
export function Sentence({ view, text }: { view: View; text: string }) {
  if (view.isFile) return <ShownText text={text} />;
  return <CutText text={text} language={view.language} max={SENTENCE_CHARACTERS} />;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** An instant that the file or the engine states; what is none is shown as it stands. */
export function Instant({ view, at }: { view: View; at: string }) {
  const isInstant = INSTANT.test(at) && !Number.isNaN(Date.parse(at));
  return isInstant ? <When at={at} language={view.language} /> : <Value view={view} text={at} />;
}

export function instantOf(view: View, at: string | null): ComponentChildren {
  return at === null ? null : <Instant view={view} at={at} />;
}

/** The first of many, and how many there are more. */
export function firstOf<Item>(items: readonly Item[], max = LIST_ITEMS): { shown: readonly Item[]; more: number } {
  return { shown: items.slice(0, max), more: Math.max(0, items.length - max) };
}

export function More({ view, count }: { view: View; count: number }) {
  if (count === 0) return null;
  return (
    <p class="result-more">
      <a href={view.addresses.reports.json ?? '#data'}>{wordCount(view.terms.moreRows, count, view.language)}</a>
    </p>
  );
}

/** Words of vocabularies and codes, each in its own frame; each once. */
export function Codes({ view, codes }: { view: View; codes: readonly string[] }) {
  const { shown, more } = firstOf([...new Set(codes)]);
  return (
    <>
      <ul class="result-codes">
        {shown.map((code) => (
          <li key={code}>
            <code>
              <ShownText text={code} />
            </code>
          </li>
        ))}
      </ul>
      <More view={view} count={more} />
    </>
  );
}

/** Null where there are none, so that the row is left out. */
export function codesOf(view: View, codes: readonly string[]): ComponentChildren {
  return codes.length === 0 ? null : <Codes view={view} codes={codes} />;
}
