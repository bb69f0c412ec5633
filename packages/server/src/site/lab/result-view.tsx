import type { LabExamination } from '../../features/lab/index.ts';
import { CLAIMABLES, nameOfFamily } from '../../shared/lab-vocabulary.ts';
import type { Language } from '../../shared/language.ts';
import type { Tone } from '../../shared/statuses.ts';
import { CutText, ShownText } from '../kit/components/shown-text.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { BesideFacts } from './beside-facts.tsx';
import { Checks, Observations } from './observations.tsx';
import { PipelinePicture } from './pipeline-picture.tsx';
import { Traces } from './traces.tsx';
import { LAB } from './words.ts';

export interface ShownExamination {
  /** Of its place in the page; unique among all that one page may show. */
  readonly key: string;
  /** Hostile text. */
  readonly filename: string;
  readonly result: LabExamination;
}

/** No verdict of the lab is ever green: traces prove nothing. */
export const LAB_TONES = {
  consistent: 'partial',
  inconsistent: 'warning',
  inconclusive: 'neutral',
} as const satisfies Record<LabExamination['verdict'], Tone>;

/** What the lab found in one file. */
export function ResultView({ shown, language }: { shown: ShownExamination; language: Language }) {
  const { key, filename, result } = shown;
  const words = LAB[language];
  return (
    <article class="lab-result" id={key} data-verdict={result.verdict} aria-labelledby={`${key}-title`}>
      <h3 id={`${key}-title`} tabIndex={-1}>
        <CutText text={filename} language={language} />
      </h3>
      <div class={`lab-verdict tone-${LAB_TONES[result.verdict]}`}>
        <p class="lab-word">
          <StateIcon tone={LAB_TONES[result.verdict]} />
          <strong>{result.title}</strong>
        </p>
        <p class="lab-text">{result.text}</p>
      </div>
      <Facts shown={shown} language={language} />
      {result.clip.video === null ? null : (
        <section class="lab-part">
          <h4>{words.picture.title}</h4>
          <PipelinePicture result={result} language={language} />
          <p class="soft">{words.picture.intro}</p>
        </section>
      )}
      <Warnings result={result} language={language} />
      <Traces result={result} language={language} name={key} />
      <BesideFacts result={result} language={language} />
      <Observations result={result} language={language} name={key} />
      <Checks result={result} language={language} name={key} />
      <section class="lab-part">
        <h4>{words.caveats}</h4>
        <ul>
          {result.caveats.map((caveat) => (
            <li key={caveat}>{caveat}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function Facts({ shown: { result }, language }: { shown: ShownExamination; language: Language }) {
  const words = LAB[language];
  const known = CLAIMABLES.find(({ family }) => family === result.claim.family);
  const claimed = known === undefined ? null : nameOfFamily(known, language);
  const isUnclaimed = result.claim.raw === '' || result.claim.raw === 'unknown';
  return (
    <dl class="facts">
      <dt>{words.claimed}</dt>
      <dd>
        {claimed ?? (isUnclaimed ? words.notClaimed : <ShownText text={result.claim.raw} />)}
        {claimed === null && !isUnclaimed ? ` ${words.unknownClaim}` : null}
      </dd>
      <dt>{words.strength}</dt>
      <dd>{words.bands[result.band]}</dd>
      <dt>{words.history}</dt>
      <dd>{result.generation_text}</dd>
    </dl>
  );
}

function Warnings({ result: { warnings }, language }: { result: LabExamination; language: Language }) {
  if (warnings.length === 0) return null;
  return (
    <section class="lab-part">
      <h4>{LAB[language].warnings}</h4>
      <ul>
        {warnings.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
