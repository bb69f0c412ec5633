import type { PageContext } from '../../http/page-route.ts';
import { reasonOf, type AppError } from '../../shared/app-error.ts';
import type { ErrorReason } from '../../shared/error-details.ts';
import type { AccountPrincipal } from '../../shared/principal.ts';
import { requireRecentAuthentication } from '../../shared/require-recent.ts';
import type { FormProblem } from './components/form.tsx';
import { DASHBOARD } from '../dashboard/kit/words.ts';
import { FORM_WORDS } from './words/form.ts';
import { reauthenticate, type SignedInCaller } from '../../features/accounts/index.ts';
import { orAbsent, tryForm, type Refused } from './read-form.ts';
import type { PageServices } from '../services.ts';

/** The field in which forms ask for the password. */
const PASSWORD_FIELD = 'current_password';

/** Somebody who is signed in and has sent a form. */
interface Asking {
  readonly context: PageContext;
  readonly caller: SignedInCaller;
  readonly account: Pick<AccountPrincipal, 'isRecentlyAuthenticated'>;
}

/** What a form carries of what a sign-in takes. */
export function givenFactors({ form }: Pick<PageContext, 'form'>) {
  const recoveryCode = orAbsent(form.get('recovery_code'));
  return {
    password: orAbsent(form.get(PASSWORD_FIELD)),
    // A recovery code is given when the app is out of reach: what stands in the other field was a try before it.
    totpCode: recoveryCode === undefined ? orAbsent(form.get('totp_code'))?.trim() : undefined,
    recoveryCode,
  };
}

/**
 * Takes the password that a form carries, with the second factor, and answers whether all was given a short while ago.
 * Without a password nothing changes, and the use case says whether it needs it.
 *
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 */
export async function takeFactors({ accounts }: Pick<PageServices, 'accounts'>, asking: Asking): Promise<boolean> {
  const { password, ...second } = givenFactors(asking.context);
  if (password === undefined) return asking.account.isRecentlyAuthenticated;
  await reauthenticate(accounts, asking.caller, { password, ...second });
  return true;
}

/** For forms that are not looked at before whoever sends them has shown a short while ago who they are; null: they have. */
export async function refuseUnlessRecent(
  services: Pick<PageServices, 'accounts'>,
  asking: Asking,
): Promise<Refused | null> {
  const outcome = await tryForm(
    async () => requireRecentAuthentication({ isRecentlyAuthenticated: await takeFactors(services, asking) }),
    (error) => explainRefusal(error, asking),
    asking.context.language,
  );
  return outcome.kind === 'refused' ? outcome : null;
}

/** What a form of the dashboard says of a refusal that its user can do something about; null: that is a page of its own. */
export function explainRefusal(error: AppError, { context }: Pick<Asking, 'context'>): FormProblem | null {
  const { language, form } = context;
  const reason = reasonOf(error);
  const { problems } = FORM_WORDS[language];
  if (reason === 'reauthentication_required') return { field: PASSWORD_FIELD, text: problems.passwordNeeded };
  if (reason === 'totp_required') return { field: 'totp_code', text: problems.codeNeeded };
  // Where a code is asked for besides, nobody is told which of the two was wrong.
  if (reason === 'wrong_credentials' && !form.has('totp_code')) {
    return { field: PASSWORD_FIELD, text: problems.wrongPassword };
  }
  const words: Readonly<Partial<Record<ErrorReason, string>>> = DASHBOARD[language].refused;
  const text = reason === undefined ? undefined : words[reason];
  return text === undefined ? null : { field: '', text };
}
