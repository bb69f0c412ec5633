import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database.ts';
import { base32, findTotpStep } from '../../shared/totp.ts';
import { tell } from '../notices/index.ts';
import { countRecoveryCodes, useRecoveryCode, useTotpStep, type Account } from './queries.ts';
import type { AccountServices, Caller } from './services.ts';

const RECOVERY_CODES = 10;
/** 120 bits: nobody can find a code from its hash, so a plain hash is enough (OWASP ASVS 6.5.2 requires 112). */
const RECOVERY_CODE_BYTES = 15;

export interface PresentedFactor {
  totpCode?: string | undefined;
  recoveryCode?: string | undefined;
}

type FactorUse = 'totp' | 'recovery_code' | 'not_needed' | 'missing' | 'wrong';

/** Uses up the code, in the caller's transaction, which holds the lock of the account. */
export async function useSecondFactor(
  trx: Db,
  { secrets, clock }: Pick<AccountServices, 'secrets' | 'clock'>,
  account: Account,
  { totpCode, recoveryCode }: PresentedFactor,
): Promise<FactorUse> {
  if (account.totp_enabled_at === null || account.totp_secret === null) return 'not_needed';
  if (totpCode !== undefined) {
    return (await useTotpCode(trx, secrets, account, { code: totpCode, now: clock.now() })) ? 'totp' : 'wrong';
  }
  if (recoveryCode === undefined) return 'missing';
  return (await useRecoveryCode(trx, account.id, hashRecoveryCode(recoveryCode))) ? 'recovery_code' : 'wrong';
}

/** Somebody who finds the list of codes must not be able to use one unnoticed. */
export async function tellRecoveryCodeUsed(
  trx: Db,
  services: AccountServices,
  { id, email, language }: Account,
  { address }: Pick<Caller, 'address'>,
): Promise<void> {
  const left = await countRecoveryCodes(trx, id);
  await tell(trx, services, [{ account_id: id, email, language }], {
    template: 'recovery_code_used',
    page: 'dashboard/account',
    address,
    values: (given) => ({ ...given, left }),
  });
}

/** Whether the code matches the secret and its time step was not used before. */
export async function useTotpCode(
  trx: Db,
  secrets: AccountServices['secrets'],
  { id, totp_secret, totp_last_step }: Account,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  if (totp_secret === null) return false;
  const step = findTotpStep(await secrets.open(totp_secret), code, { now, lastStep: totp_last_step });
  return step !== undefined && (await useTotpStep(trx, id, step));
}

/** `abcd-efgh-ijkl-mnop-qrst-uvwx`, ten times; shown once, kept as hashes. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(RECOVERY_CODE_BYTES))
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** It is copied by hand: case, spaces and dashes are ignored. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();
}
