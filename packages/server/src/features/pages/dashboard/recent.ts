import type { AppError } from '../../../shared/app-error.ts';
import type { FormProblem } from '../../../web/components/form.tsx';
import { DASHBOARD } from '../../../web/words/dashboard.ts';
import { FORM_WORDS } from '../../../web/words/form.ts';
import { reauthenticate } from '../../accounts/index.ts';
import { orAbsent, reasonOf } from '../read-form.ts';
import type { PageServices } from '../services.ts';
import type { Visit } from './visit.ts';

/** The field in which forms ask for the password. */
const PASSWORD_FIELD = 'current_password';

/**
 * Takes the password that a form carries, and answers whether one was given a short while ago. Without one nothing
 * changes, and the use case says whether it needs it.
 *
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 */
export async function takePassword(
  { accounts }: Pick<PageServices, 'accounts'>,
  { caller, context, member }: Pick<Visit, 'caller' | 'context' | 'member'>,
): Promise<boolean> {
  const password = orAbsent(context.form.get(PASSWORD_FIELD));
  if (password === undefined) return member.isRecentlyAuthenticated;
  await reauthenticate(accounts, caller, password);
  return true;
}

/** What a form of the dashboard says of a refusal that its user can do something about; null: that is a page of its own. */
export function explainRefusal(error: AppError, { context }: Pick<Visit, 'context'>): FormProblem | null {
  const { language } = context;
  const reason = reasonOf(error);
  const { problems } = FORM_WORDS[language];
  if (reason === 'reauthentication_required') return { field: PASSWORD_FIELD, text: problems.passwordNeeded };
  if (reason === 'wrong_credentials') return { field: PASSWORD_FIELD, text: problems.wrongPassword };
  const words: Readonly<Record<string, string>> = DASHBOARD[language].refused;
  const text = typeof reason === 'string' && Object.hasOwn(words, reason) ? words[reason] : undefined;
  return text === undefined ? null : { field: '', text };
}
