import type { DbTransaction } from '../../platform/database.ts';
import { runInSavepoint } from '../../platform/savepoint.ts';
import type { Language } from '../../shared/language.ts';
import { queueMail } from '../mail/index.ts';
import { takeMail } from './count-attempts.ts';
import { createAccount, welcomeAccount, type NewAccount } from './create-account.ts';
import { findAccountByEmail } from './queries.ts';
import { requireGoodPassword } from './rules.ts';
import { sendVerification } from './send-verification.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * Makes an account and asks its address for confirmation. An address that already has an account is told so by mail, and the
 * requester sees no difference: neither in the answer nor, as far as we can, in the time it takes.
 *
 * @returns the new account, which the requester must not be told; null: the address has one
 * @throws {ValidationFailure} when the password is not acceptable
 * @throws {AppError} RATE_LIMITED
 */
export async function registerAccount(
  services: AccountServices,
  input: { email: string; password: string; name: string; language: Language; caller: Caller },
): Promise<string | null> {
  const { email, password, name, language, caller } = input;
  requireGoodPassword(password, { email, name }, 'password');
  await takeMail(services, email, caller.address);
  const passwordHash = await services.passwords.hashPassword(password);
  const { address, requestId } = caller;
  const wanted: NewAccount = { email, name, language, passwordHash, address, requestId };
  return services.db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, wanted);
    if (created === undefined) await tellOwner(trx, services, wanted);
    else await sendVerification(trx, services, created.account);
    return created?.account.id ?? null;
  });
}

async function tellOwner(trx: DbTransaction, services: AccountServices, wanted: NewAccount): Promise<void> {
  const owner = await findAccountByEmail(trx, wanted.email);
  // Deleted a moment ago: registering again will succeed.
  if (owner === undefined) return;
  const { secrets, links } = services;
  await runInSavepoint(trx, { keep: false }, () => welcomeAccount(trx, owner, wanted));
  await queueMail(trx, secrets, {
    template: 'address_taken',
    to: owner.email,
    language: owner.language,
    values: { sign_in_link: links.signIn(owner.language), reset_link: links.forgotPassword(owner.language) },
  });
}
