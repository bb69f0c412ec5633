import type { Language } from '../../../shared/language.ts';
import { EVENT_TYPES, isSubscribedType, type SubscribedType } from '../../../shared/event-types.ts';
import { fieldId, problemOf, type FormProps } from '../../kit/components/form.tsx';
import { WEBHOOKS } from './words.ts';

export const OFFERED_EVENTS: readonly SubscribedType[] = Object.keys(EVENT_TYPES).filter(isSubscribedType);

/** Events of these objects are about work; the others are about money and quotas. */
const CONTENT = /^(?:verification|signing|job|credential)\./;

/** What a new webhook is told of, if nothing else is chosen. */
export const DEFAULT_EVENTS = OFFERED_EVENTS.filter((type) => CONTENT.test(type));

interface Props {
  form: FormProps;
  chosen: ReadonlySet<string>;
  language: Language;
}

/** Each event is a box, `events.<type>`, in two groups of which the second is folded. */
export function EventBoxes({ form, chosen, language }: Props) {
  const words = WEBHOOKS[language];
  const problem = problemOf(form, 'events');
  const others = OFFERED_EVENTS.filter((type) => !CONTENT.test(type));
  return (
    <fieldset class="field" id={fieldId(form, 'events')} tabIndex={-1}>
      <legend>{words.events}</legend>
      {problem === undefined ? null : <p class="problem">{problem.text}</p>}
      <p class="hint">{words.groups.content}</p>
      {DEFAULT_EVENTS.map((type) => (
        <Box type={type} isChosen={chosen.has(type)} language={language} key={type} />
      ))}
      <details open={others.some((type) => chosen.has(type))}>
        <summary>{words.groups.billing}</summary>
        {others.map((type) => (
          <Box type={type} isChosen={chosen.has(type)} language={language} key={type} />
        ))}
      </details>
    </fieldset>
  );
}

function Box({ type, isChosen, language }: { type: SubscribedType; isChosen: boolean; language: Language }) {
  return (
    <label class="check">
      <input type="checkbox" name={`events.${type}`} checked={isChosen} />
      <span>
        {EVENT_TYPES[type][language]} <code>{type}</code>
      </span>
    </label>
  );
}
