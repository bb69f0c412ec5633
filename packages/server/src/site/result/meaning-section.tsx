import type { VerificationResult } from '@revera/provenance';
import { contradictionsOf } from './contradictions.ts';
import { notFoundIn } from './found.ts';
import { fill } from '../../shared/fill.ts';
import { TONES } from '../../shared/statuses.ts';
import { Section, Sentence } from './parts.tsx';
import type { View } from './view.ts';

type Item = VerificationResult['understand'][number];

/** Notes that only say what is not proven. */
const LIMITING: ReadonlySet<string> = new Set(['credential_is_not_truth', 'certificate_is_not_forgery']);
/** Notes whose whole content is that nothing was found, or that stand in the card and the cells: what is declared, and the resolution. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'no_credential',
  'no_label',
  'metadata_not_found',
  'resolution_uncertain',
]);
const DECLARATION = /^(label_)?declares_/;

/** What the result means, item by item, what no result means, and what was looked for in vain. */
export function MeaningSection({ view }: { view: View }) {
  const { words, data } = view;
  const told = new Set(contradictionsOf(view).map(({ code }) => code));
  const notes = data.result.understand.filter(
    ({ code }) => ![LIMITING, SAID_ELSEWHERE, told].some((set) => set.has(code)) && !DECLARATION.test(code),
  );
  return (
    <Section id="meaning" title={words.meaning.heading}>
      {notes.length === 0 ? null : (
        <div class="notes">
          {notes.map((item, at) => (
            <Note view={view} item={item} key={at} />
          ))}
        </div>
      )}
      <NotFound view={view} />
      <details class="note limits" open={view.isFile}>
        <summary>{words.meaning.meansNot}</summary>
        <ul>
          {limitsOf(view).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

/** A note by its title; what is grave is open from the beginning. */
function Note({ view, item }: { view: View; item: Item }) {
  const { level, title, text } = item;
  return (
    <details class={`note tone-${TONES.level[level]}`} open={view.isFile || level === 'critical'}>
      <summary>
        <span class="badge">{view.statuses.level[level].heading}</span> {title}
      </summary>
      <div class="note-text">
        <Sentence view={view} text={text} />
      </div>
    </details>
  );
}

/** One line for all that was looked for and is not there. */
function NotFound({ view }: { view: View }) {
  const { language } = view;
  const words = view.words.notFound;
  const names = notFoundIn(view).map((name) => words.names[name]);
  if (names.length === 0) return null;
  return <p class="not-found">{fill(words.line, { names: names.join(language === 'en' ? ', ' : '、') })}</p>;
}

/** What no result means, with what this one in particular does not; neither is said twice. */
function limitsOf({ terms, data }: View): string[] {
  const own = data.result.understand.filter(({ code }) => LIMITING.has(code));
  const { truth, ...others } = terms.basis.meanings;
  const hasTruth = own.some(({ code }) => code === 'credential_is_not_truth');
  return [...own.map(({ text }) => text), ...(hasTruth ? [] : [truth]), ...Object.values(others)];
}
