import type { IncidentComponent, IncidentState } from '../../shared/components.ts';
import type { Language } from '../../shared/language.ts';
import type { Tone } from '../../shared/statuses.ts';
import { ShownText } from '../kit/components/shown-text.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { When } from '../kit/components/when.tsx';
import { STATUS_PAGE } from './words.ts';

/** A text of the operator in one language or in both. */
export type OperatorText = Readonly<Record<Language, string | null>>;

export interface IncidentRow {
  readonly id: string;
  readonly component: IncidentComponent;
  readonly title: OperatorText;
  readonly state: IncidentState;
  readonly startedAt: string;
  /** The newest first. */
  readonly updates: readonly { readonly state: IncidentState; readonly text: OperatorText; readonly at: string }[];
}

const TONES: Readonly<Record<IncidentState, Tone>> = {
  investigating: 'bad',
  identified: 'warning',
  monitoring: 'partial',
  resolved: 'good',
};

/** What is written in the reader's language, or else in the other, which it says for programs that read aloud. */
export function OperatorWords({ text, language }: { text: OperatorText; language: Language }) {
  const own = text[language];
  if (own !== null) return <Lines text={own} />;
  const other = language === 'en' ? 'zh-CN' : 'en';
  return (
    <span lang={other}>
      <Lines text={text[other] ?? ''} />
    </span>
  );
}

/** Plain text keeps its lines. */
function Lines({ text }: { text: string }) {
  return (
    <>
      {text.split(/\r?\n/).map((line, at) => (
        <span key={at}>
          {at === 0 ? null : <br />}
          <ShownText text={line} />
        </span>
      ))}
    </>
  );
}

function IncidentBadge({ state, language }: { state: IncidentState; language: Language }) {
  return (
    <span class={`badge tone-${TONES[state]}`}>
      <StateIcon tone={TONES[state]} />
      {STATUS_PAGE[language].incidents.states[state]}
    </span>
  );
}

/** One incident with all that was said of it. */
export function Incident({ incident, language }: { incident: IncidentRow; language: Language }) {
  const words = STATUS_PAGE[language];
  const { id, component, title, state, startedAt, updates } = incident;
  return (
    <article class="incident" aria-labelledby={id}>
      <h3 id={id}>
        <OperatorWords text={title} language={language} />
      </h3>
      <p class="badges">
        <IncidentBadge state={state} language={language} />
        <span class="badge">{component === 'all' ? words.incidents.all : words.components[component]}</span>
        <span class="soft">
          {words.incidents.began} <When at={startedAt} language={language} />
        </span>
      </p>
      <ol class="incident-updates">
        {updates.map((update) => (
          <li key={`${update.at} ${update.state}`}>
            <p>
              <strong>{words.incidents.states[update.state]}</strong>{' '}
              <span class="soft">
                <When at={update.at} language={language} />
              </span>
            </p>
            <p>
              <OperatorWords text={update.text} language={language} />
            </p>
          </li>
        ))}
      </ol>
    </article>
  );
}
