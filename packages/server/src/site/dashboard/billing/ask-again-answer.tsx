import type { PageAnswer } from '../../../http/page-route.ts';
import { UNTOUCHED } from '../../kit/form-page.ts';
import type { Step } from '../kit/confirm-page.tsx';
import { stepPage } from '../kit/confirm-routes.tsx';
import type { Visit } from '../kit/visit.ts';
import { CONFIRMED, onceFields } from './twice.ts';

interface Again {
  /** Of the form, and where "Cancel" leads, below the dashboard. */
  readonly path: string;
  readonly back: string;
  readonly step: Omit<Step, 'asks'>;
  /** Fields of the form that are sent again as they were. */
  readonly fields: readonly string[];
  /** What was shown, to be compared with what is then. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** Says what is about to happen with money, and asks once more: a page whose form sends the same fields, confirmed. */
export function askAgain(visit: Visit, { path, back, step, fields, shown = {} }: Again): PageAnswer {
  const { form } = visit.context;
  const typed = fields.flatMap((name): [string, string][] => {
    const value = form.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const hidden = { ...Object.fromEntries(typed), ...shown, [CONFIRMED]: 'yes', ...onceFields() };
  const asks = Object.entries(hidden).map(([name, value]) => (
    <input type="hidden" name={name} value={value} key={name} />
  ));
  return stepPage(visit, UNTOUCHED, { path, back, recent: 'never', step: { ...step, asks } });
}
