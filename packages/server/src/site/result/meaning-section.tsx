import { contradictionsOf } from './contradictions.ts';
import { TONES } from '../../shared/statuses.ts';
import { Section, Sentence } from './parts.tsx';
import type { View } from './view.ts';

/** Notes that only say what is not proven. */
const LIMITING: ReadonlySet<string> = new Set(['credential_is_not_truth', 'certificate_is_not_forgery']);

/** What the result means, item by item, and what no result means. */
export function MeaningSection({ view }: { view: View }) {
  const { words, statuses, data } = view;
  const { understand } = data.result;
  const told = new Set(contradictionsOf(view).map(({ code }) => code));
  return (
    <Section id="meaning" title={words.meaning.heading}>
      <div class="meaning">
        <div>
          <h3>{words.meaning.means}</h3>
          <ul class="notes">
            {understand
              .filter(({ code }) => !LIMITING.has(code) && !told.has(code))
              .map(({ level, title, text }, at) => (
                <li key={at} class={`note tone-${TONES.level[level]}`}>
                  <p class="note-title">
                    <span class="badge">{statuses.level[level].heading}</span> <strong>{title}</strong>
                  </p>
                  <div class="note-text">
                    <Sentence view={view} text={text} />
                  </div>
                </li>
              ))}
          </ul>
        </div>
        <div class="meaning-not">
          <h3>{words.meaning.meansNot}</h3>
          <ul>
            {limitsOf(view).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

/** What no result means, with what this one in particular does not; neither is said twice. */
function limitsOf({ terms, data }: View): string[] {
  const own = data.result.understand.filter(({ code }) => LIMITING.has(code));
  const { truth, ...others } = terms.basis.meanings;
  const hasTruth = own.some(({ code }) => code === 'credential_is_not_truth');
  return [...own.map(({ text }) => text), ...(hasTruth ? [] : [truth]), ...Object.values(others)];
}
