import { z } from 'zod';
import type { AccountServices } from '../../../features/accounts/index.ts';
import type { PageContext } from '../../../http/page-route.ts';
import { newId } from '../../../shared/ids.ts';
import { readCookie } from '../../../shared/session-token.ts';
import { nextPath } from '../../kit/next-path.ts';
import { unseal } from './unseal.ts';

/** Remembers in the browser which account was registered in it, so that confirming the address there signs in. */
const COOKIE = '__Host-revera_registered';
/** As long as the link works. */
const LIFETIME_MS = 24 * 60 * 60_000;
/** More than sealing produces. */
const CHARACTERS_MAX = 4_000;

const sealedForm = z.object({
  /** The box seals other things too, and none of them must be mistaken for this. */
  purpose: z.literal('registered'),
  until: z.number(),
  account: z.string(),
  next: z.string().nullable(),
});

/** What a browser knows of the registration in it. */
export interface Registered {
  readonly account: string;
  /** The page to go on to; null: none was asked for. */
  readonly next: string | null;
}

type Box = Pick<AccountServices, 'secrets' | 'clock'>;

/**
 * The cookie after registering. It is the same size when the address had an account already: nobody can tell from outside.
 * @param registered.account null: none was made
 */
export async function registeredCookie(
  { secrets, clock }: Box,
  { account, next }: { account: string | null; next: string | null },
): Promise<string> {
  const until = clock.now().getTime() + LIFETIME_MS;
  const sealed = { purpose: 'registered', until, account: account ?? newId('account'), next };
  const value = (await secrets.seal(Buffer.from(JSON.stringify(sealed)))).toString('base64url');
  return cookie(value, LIFETIME_MS / 1000);
}

/** Once it has done its work. */
export const FORGET_REGISTERED = cookie('', 0);

/** What was registered in this browser; null: nothing, or too long ago. */
export async function registeredHere({ secrets, clock }: Box, { headers }: PageContext): Promise<Registered | null> {
  const value = readCookie(headers['cookie'], COOKIE);
  if (value === undefined || value.length > CHARACTERS_MAX) return null;
  const read = sealedForm.safeParse(await unseal(secrets, value));
  if (!read.success || read.data.until < clock.now().getTime()) return null;
  const { account, next } = read.data;
  return { account, next: nextPath(next) };
}

function cookie(value: string, seconds: number): string {
  return `${COOKIE}=${value}; HttpOnly; Path=/; Secure; SameSite=Lax; Max-Age=${seconds}`;
}
