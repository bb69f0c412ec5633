import { addressSubject } from '../../http/rate-limit.ts';
import type { DbTransaction } from '../../platform/database.ts';
import { tell } from '../notices/index.ts';
import { takeNewDeviceMail } from './count-attempts.ts';
import { listDevices, markFirstSignIn, type Account } from './queries.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * Tells the owner of a sign-in with a program or from an address that the account's kept sessions have not used; called before
 * the new session is made. Never for the first sign-in, when everything is new, and a limited number of times, so that sign-ins
 * from everywhere do not flood a mailbox.
 */
export async function tellOfNewDevice(
  trx: DbTransaction,
  services: AccountServices,
  account: Account,
  caller: Caller,
): Promise<void> {
  if (account.first_signed_in_at === null) {
    await markFirstSignIn(trx, account.id);
    return;
  }
  const { userAgent, address } = caller;
  const here = deviceOf(userAgent, address);
  const known = await listDevices(trx, account.id);
  if (known.some((one) => deviceOf(one.user_agent, one.address ?? '') === here)) return;
  if (!(await takeNewDeviceMail(trx, services.limits, account.id))) return;
  await tell(trx, services, [{ account_id: account.id, email: account.email, language: account.language }], {
    template: 'new_device',
    page: 'dashboard/sessions',
    address,
    values: (given) => ({ ...given, device: userAgent }),
  });
}

/** An updated browser counts as the same one, and so does any address behind one network prefix. */
function deviceOf(userAgent: string, address: string): string {
  return JSON.stringify([userAgent.replaceAll(/[\d._]+/g, ''), addressSubject(address)]);
}
