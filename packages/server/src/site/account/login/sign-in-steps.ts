import type { PageContext } from '../../../http/page-route.ts';
import { AppError, reasonOf } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import type { Operator } from '../../../shared/operator.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { contactText } from '../../kit/components/operator-link.tsx';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { SITE } from '../../kit/words/site.ts';
import { orAbsent } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { openPending, type Pending } from './pending.ts';
import { LOGIN } from './words.ts';

/** Which of the forms of signing in was sent. */
export type Step = 'credentials' | 'password_change' | 'second_factor';

interface Given extends Pending {
  totp_code?: string | undefined;
  recovery_code?: string | undefined;
}

/** One attempt to sign in, with everything given in this step and the ones before it. */
export interface SignInAttempt {
  context: PageContext;
  step: Step;
  given: Given;
}

/** Null when the earlier steps are too long ago. */
export async function readAttempt(services: PageServices, context: PageContext): Promise<SignInAttempt | null> {
  const { form } = context;
  const pendingText = form.get('pending');
  if (pendingText === undefined) {
    const given = { email: form.get('email')?.trim() ?? '', password: form.get('password') ?? '' };
    return { context, step: 'credentials', given };
  }
  const pending = await openPending(services.accounts, pendingText);
  if (pending === null) return null;
  const newPassword = form.get('new_password');
  if (newPassword !== undefined) {
    return { context, step: 'password_change', given: { ...pending, new_password: newPassword } };
  }
  const recoveryCode = orAbsent(form.get('recovery_code'));
  // Somebody who gives a recovery code has no access to the app: the other field holds an earlier attempt.
  const code = recoveryCode === undefined ? { totp_code: orAbsent(form.get('totp_code')) } : {};
  return { context, step: 'second_factor', given: { ...pending, ...code, recovery_code: recoveryCode } };
}

/** What the form says when an attempt is refused. */
export function explainerFor(operator: Pick<Operator, 'contact'>) {
  return (error: AppError, { context, step, given }: SignInAttempt): FormProblem | null => {
    const words = LOGIN[context.language];
    const reason = reasonOf(error);
    if (reason === 'account_suspended') return suspended(operator, context.language);
    if (reason !== 'wrong_credentials') return null;
    if (step !== 'second_factor') return { field: '', text: words.wrong };
    return given.recovery_code === undefined
      ? { field: 'totp_code', text: FORM_WORDS[context.language].secondFactor.wrongCode }
      : { field: 'recovery_code', text: words.secondFactor.wrongRecovery };
  };
}

/** Where to write, or whom to ask when the operator has not said. */
function suspended({ contact }: Pick<Operator, 'contact'>, language: Language): FormProblem {
  const text = LOGIN[language].suspended;
  if (contact === null) return { field: '', text: `${text}${SITE[language].noContact}` };
  return { field: '', text, link: { href: contact, text: contactText(contact) } };
}

/** The step that the service asks for before it lets somebody in; null when the error says something else. */
export function nextStep(error: unknown): Exclude<Step, 'credentials'> | null {
  const reason = error instanceof AppError ? reasonOf(error) : undefined;
  if (reason === 'totp_required') return 'second_factor';
  return reason === 'password_change_required' ? 'password_change' : null;
}
