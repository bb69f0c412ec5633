import { AppError } from '../../shared/app-error.ts';
import { judgePassword, PASSWORD_REFUSALS, type PasswordOwner } from '../../shared/password-rules.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';

export const VERIFICATION_LIFETIME_MS = 24 * 3_600_000;
export const RESET_LIFETIME_MS = 3_600_000;
export const EMAIL_CHANGE_LIFETIME_MS = 24 * 3_600_000;
/** Long enough for somebody who was away: this is how an owner gets an account back. */
export const EMAIL_REVERT_LIFETIME_MS = 7 * 24 * 3_600_000;

/** @throws {ValidationFailure} naming the member of the body that holds it */
export function requireGoodPassword(password: string, owner: PasswordOwner, member: string): void {
  const refusal = judgePassword(password, owner);
  if (refusal === undefined) return;
  const message = PASSWORD_REFUSALS[refusal];
  throw new ValidationFailure([{ loc: ['body', member], type: 'value_error', message, ctx: { reason: refusal } }]);
}

export type SignInRefusal = 'wrong_credentials' | 'totp_required' | 'password_change_required' | 'account_suspended';

export function authRefusal(reason: SignInRefusal): AppError {
  return new AppError('AUTH_REQUIRED', { details: { reason } });
}

/** Unknown, used and expired links get the same answer. */
export function tokenInvalid(): AppError {
  return new AppError('CONFLICT', { details: { reason: 'token_invalid' } });
}
