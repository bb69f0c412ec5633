import type { Language } from '../../shared/language.ts';
import { auditAccount } from './audit-account.ts';
import { getLockedAccount } from './get-account.ts';
import { updateProfile, type Account } from './queries.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/** Changes a person's name and language; omitted fields stay as they are. */
export async function updateAccount(
  { db }: AccountServices,
  caller: SignedInCaller,
  change: { name?: string | undefined; language?: Language | undefined },
): Promise<Account> {
  return db.transaction().execute(async (trx) => {
    const before = await getLockedAccount(trx, caller.accountId);
    const { name = before.name, language = before.language } = change;
    if (name === before.name && language === before.language) return before;
    await updateProfile(trx, before.id, { name, language });
    await auditAccount(trx, before.id, 'account.updated', caller, { details: { name, language } });
    return { ...before, name, language };
  });
}
