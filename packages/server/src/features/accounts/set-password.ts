import type { DbTransaction } from '../../platform/database.ts';
import { listKeysMadeBy } from '../api-keys/index.ts';
import { queueMail } from '../mail/index.ts';
import { markSessionsEnded } from '../sessions/index.ts';
import { auditAccount } from './audit-account.ts';
import { markTokensUsed, updatePassword, type Account } from './queries.ts';
import type { AccountServices, Caller } from './services.ts';

/** A mail short enough to be read to the end. */
const MAILED_KEYS_MAX = 50;

/**
 * Replaces a password, in the caller's transaction, which holds the lock of the account: anybody who knew the old one loses their
 * sessions and the links they requested, and the owner is told. Answers the account as it is then.
 */
export async function setPassword(
  trx: DbTransaction,
  { secrets, clock }: Pick<AccountServices, 'secrets' | 'clock'>,
  account: Account,
  change: {
    hash: string;
    action: 'account.password_changed' | 'account.password_reset';
    /** Null to end all sessions. */
    keepSession: string | null;
    caller: Pick<Caller, 'address' | 'requestId'>;
  },
): Promise<Account> {
  const { hash, action, keepSession, caller } = change;
  const changed = await updatePassword(trx, account.id, hash);
  await markTokensUsed(trx, account.id, ['password_reset', 'email_change']);
  const ended = await markSessionsEnded(trx, account.id, keepSession);
  await auditAccount(trx, account.id, action, caller, { details: { sessions_ended: ended } });
  // An owner who had lost the account may not know what was made with it meanwhile.
  const keys = action === 'account.password_reset' ? await listKeysMadeBy(trx, { accountId: account.id }) : [];
  await queueMail(trx, secrets, {
    template: 'password_changed',
    to: account.email,
    language: account.language,
    values: {
      address: caller.address,
      when: clock.now().toISOString(),
      keys: keys
        .slice(0, MAILED_KEYS_MAX)
        .map(({ organization_name: organization, name, prefix }) => ({ organization, name, prefix })),
      more_keys: Math.max(0, keys.length - MAILED_KEYS_MAX),
    },
  });
  return changed;
}
