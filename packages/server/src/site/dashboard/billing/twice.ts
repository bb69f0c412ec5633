import { isId, newId } from '../../../shared/ids.ts';
import type { Visit } from '../kit/visit.ts';

const ONCE = 'once';
export const CONFIRMED = 'confirmed';

/** Names a form as it was shown: sent twice, by a double click or a reload, it does once what it does. */
export function onceFields(): Readonly<Record<string, string>> {
  return { [ONCE]: newId('request') };
}

/** The name under which the form was shown; undefined when it has none of ours. */
export function onceOf({ context: { form } }: Pick<Visit, 'context'>): string | undefined {
  const name = form.get(ONCE) ?? '';
  return isId('request', name) ? name : undefined;
}

/** Whether the form comes from the page that `ask-again-answer.tsx` showed. */
export function isConfirmed({ context: { form } }: Pick<Visit, 'context'>): boolean {
  return form.get(CONFIRMED) === 'yes';
}
