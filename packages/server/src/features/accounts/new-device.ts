import { addressSubject } from '../../http/rate-limit.ts';
import type { DbTransaction } from '../../platform/database.ts';
import { tell } from '../notices/index.ts';
import { takeNewDeviceMail } from './count-attempts.ts';
import { listDevices, markFirstSignIn, type Account } from './queries.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * Tells the owner of a sign-in with a program from an address that the account was not seen with before, as far as its
 * sessions are kept; before the new session is made. Never of the first one: then everything is new. A bounded number of
 * times, so that a program that comes from everywhere fills nobody's mailbox.
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

/** A browser that was updated is the same one, and so is a network behind one prefix. */
function deviceOf(userAgent: string, address: string): string {
  return JSON.stringify([userAgent.replaceAll(/[\d._]+/g, ''), addressSubject(address)]);
}
