import { createHash } from 'node:crypto';
import { addressSubject, rateLimitedError } from '../../http/rate-limit.ts';
import type { Db } from '../../platform/database.ts';
import { resetBucket, takeToken, type Bucket, type RateLimitDecision } from '../../platform/rate-limit-store.ts';
import type { AppError } from '../../shared/app-error.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { listSessionAddresses } from './queries.ts';
import type { AccountServices } from './services.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Limited = Pick<AccountServices, 'db' | 'limits'>;

/** Counts an attempt to sign in to this account from this address. @throws {AppError} RATE_LIMITED */
export async function takeSignInAttempt({ db, limits }: Limited, email: string, address: string): Promise<void> {
  await take(db, attemptBucket(`sign_in:${subjectOf(email)}:${addressSubject(address)}`, limits));
}

/** A successful sign-in was no attack: the next ten attempts are free again. */
export async function forgiveAttempts(trx: Db, email: string, address: string): Promise<void> {
  await resetBucket(trx, `sign_in:${subjectOf(email)}:${addressSubject(address)}`);
}

/**
 * Counts an attempt from any address; answers the refusal. An address that the account has signed in from before is never refused
 * here, so that nobody is locked out by the attempts of others.
 */
export async function takeAccountAttempt(
  trx: Db,
  limits: ServerLimits,
  email: string,
  address: string,
): Promise<AppError | undefined> {
  const burst = limits.loginAttemptsAccountPerHour;
  const key = `sign_in_account:${subjectOf(email)}`;
  const decision = await takeToken(trx, { key, burst, ratePerSecond: burst / HOUR_SECONDS });
  if (decision.allowed) return undefined;
  const known = await listSessionAddresses(trx, email);
  const isKnown = known.some((one) => addressSubject(one) === addressSubject(address));
  return isKnown ? undefined : refusalOf(decision, burst);
}

/**
 * Counts a password or code given within a session, so that a stolen session cannot be used to guess them.
 * @throws {AppError} RATE_LIMITED
 */
export async function takeSessionAttempt({ db, limits }: Limited, sessionId: string): Promise<void> {
  await take(db, attemptBucket(`reauthenticate:${sessionId}`, limits));
}

/**
 * Counts a mail that somebody requested for this recipient.
 * @throws {AppError} RATE_LIMITED
 */
export async function takeMail({ db, limits }: Limited, email: string, address: string): Promise<void> {
  const { accountMailsPerHour: hourly, accountMailsRecipientPerDay: daily } = limits;
  const subject = subjectOf(email);
  const key = `mail:${subject}:${addressSubject(address)}`;
  await take(db, { key, burst: hourly, ratePerSecond: hourly / HOUR_SECONDS });
  await take(db, { key: `mail:${subject}`, burst: daily, ratePerSecond: daily / DAY_SECONDS });
}

/** Whether one more mail about a new device may be sent to the owner of the account today. */
export async function takeNewDeviceMail(trx: Db, limits: ServerLimits, accountId: string): Promise<boolean> {
  const burst = limits.newDeviceMailsPerDay;
  return (await takeToken(trx, { key: `new_device:${accountId}`, burst, ratePerSecond: burst / DAY_SECONDS })).allowed;
}

/** The same for known and unknown addresses, and the table contains no addresses. */
function subjectOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

function attemptBucket(key: string, { loginAttempts, loginWindowMs }: ServerLimits): Bucket {
  return { key, burst: loginAttempts, ratePerSecond: (loginAttempts * 1000) / loginWindowMs };
}

async function take(db: Db, bucket: Bucket): Promise<void> {
  const decision = await takeToken(db, bucket);
  if (!decision.allowed) throw refusalOf(decision, bucket.burst);
}

function refusalOf({ retryAfterMs }: RateLimitDecision, limit: number): AppError {
  return rateLimitedError({ allowed: false, remaining: 0, resetMs: retryAfterMs, limit });
}
