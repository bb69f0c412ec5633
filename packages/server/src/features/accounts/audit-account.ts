import type { Db } from '../../platform/database.ts';
import type { Json } from '../../platform/schema/column.ts';
import { writeAudit } from '../audit/index.ts';
import { findMembership } from '../sessions/index.ts';
import type { Caller } from './services.ts';

type AccountAction =
  | 'account.email_verified'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.signed_out'
  | 'account.password_changed'
  | 'account.password_reset'
  | 'account.reauthenticated'
  | 'account.totp_enabled'
  | 'account.totp_disabled'
  | 'account.updated'
  | 'account.email_changed'
  | 'account.exported'
  | 'session.ended'
  | 'session.others_ended';

/** Records what people did with their own account in the log of their own organization, where they can find it. */
export async function auditAccount(
  trx: Db,
  accountId: string,
  action: AccountAction,
  { address, requestId }: Pick<Caller, 'address' | 'requestId'>,
  { target, details = {} }: { target?: { kind: string; id: string }; details?: { [member: string]: Json } } = {},
): Promise<void> {
  const own = await findMembership(trx, accountId, null);
  await writeAudit(trx, {
    organizationId: own?.organizationId ?? null,
    actor: { kind: 'account', id: accountId },
    action,
    target: target ?? { kind: 'account', id: accountId },
    address,
    requestId,
    details,
  });
}

/** Records a wrong password or code, or a sign-in to a suspended account; what was entered is not recorded. */
export async function auditFailure(
  trx: Db,
  accountId: string,
  caller: Pick<Caller, 'address' | 'requestId'>,
  step: 'password' | 'second_factor' | 'reauthentication' | 'suspended',
): Promise<void> {
  await auditAccount(trx, accountId, 'account.sign_in_failed', caller, { details: { step } });
}
