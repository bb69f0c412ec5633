import type { PageContext } from '../../../http/page-route.ts';
import { AppError, reasonOf } from '../../../shared/app-error.ts';
import { ACCOUNT } from '../words.ts';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { loginBody, signIn, type SignedIn } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { orAbsent, readForm, refused, tryForm, type Refused } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { openPending, type Pending } from './pending.ts';

/** What a form asked for. */
export type Step = 'credentials' | 'password_change' | 'second_factor';

interface Given extends Pending {
  totp_code?: string | undefined;
  recovery_code?: string | undefined;
}

export type StepOutcome =
  | ({ kind: 'signed_in' } & SignedIn)
  /** One more form, with what was given so far. */
  | { kind: 'next'; step: Exclude<Step, 'credentials'>; given: Pending }
  | (Refused & { step: Step; given: Pending | null });

/** Takes one of the forms of signing in; each is one try with all that was given until then. */
export async function takeStep(services: PageServices, context: PageContext): Promise<StepOutcome> {
  const { language } = context;
  const words = ACCOUNT[language];
  const read = await readStep(services, context);
  if (read === null) {
    return { ...refused([{ field: '', text: words.stale }]), step: 'credentials', given: null };
  }
  const { step, given } = read;
  if (step === 'second_factor' && given.totp_code === undefined && given.recovery_code === undefined) {
    const problem = { field: 'totp_code', text: FORM_WORDS[language].problems.needed };
    return { ...refused([problem]), step, given };
  }
  const checked = readForm(loginBody, given, language);
  if (checked.kind === 'bad') return { ...refused(checked.problems), step, given };
  const explain = (error: AppError) => {
    if (reasonOf(error) !== 'wrong_credentials') return null;
    if (step !== 'second_factor') return { field: '', text: words.login.wrong };
    return given.recovery_code === undefined
      ? { field: 'totp_code', text: words.secondFactor.wrong }
      : { field: 'recovery_code', text: words.secondFactor.wrongRecovery };
  };
  const outcome = await tryForm(() => tryAll(services, context, given), explain, language);
  return outcome.kind === 'done' ? outcome.value : { ...outcome, step, given };
}

/** Null: what was given before is too old. */
async function readStep(services: PageServices, { form }: PageContext): Promise<{ step: Step; given: Given } | null> {
  const pendingText = form.get('pending');
  if (pendingText === undefined) {
    const given = { email: form.get('email')?.trim() ?? '', password: form.get('password') ?? '' };
    return { step: 'credentials', given };
  }
  const pending = await openPending(services.accounts, pendingText);
  if (pending === null) return null;
  const newPassword = form.get('new_password');
  if (newPassword !== undefined) return { step: 'password_change', given: { ...pending, new_password: newPassword } };
  const recoveryCode = orAbsent(form.get('recovery_code'));
  // A recovery code is given when the app is out of reach: what stands in the other field was a try before it.
  const code = recoveryCode === undefined ? { totp_code: orAbsent(form.get('totp_code')) } : {};
  return { step: 'second_factor', given: { ...pending, ...code, recovery_code: recoveryCode } };
}

async function tryAll(services: PageServices, context: PageContext, given: Given): Promise<StepOutcome> {
  const { email, password, new_password, totp_code, recovery_code } = given;
  try {
    const signedIn = await signIn(services.accounts, {
      email,
      password,
      totpCode: totp_code,
      recoveryCode: recovery_code,
      newPassword: new_password,
      presented: context.account ?? { kind: 'anonymous' },
      caller: callerOf(context),
    });
    return { kind: 'signed_in', ...signedIn };
  } catch (error) {
    const reason = error instanceof AppError ? reasonOf(error) : undefined;
    const pending = { email, password, new_password };
    if (reason === 'totp_required') return { kind: 'next', step: 'second_factor', given: pending };
    if (reason === 'password_change_required') return { kind: 'next', step: 'password_change', given: pending };
    throw error;
  }
}
