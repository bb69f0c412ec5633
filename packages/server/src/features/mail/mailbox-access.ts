import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isPassedOn } from '../../http/proxy-headers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mailbox } from '../../platform/mailer.ts';
import { isLoopback } from '../../platform/outbound/address-rules.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { hashSecretToken, readCookie } from '../../shared/session-token.ts';

const COOKIE = 'revera_mailbox';
/** Half a day. The cookie outlives the process, so that a restart does not end it. */
const COOKIE_HOURS = 12;
const HOUR_MS = 3_600_000;

export interface MailboxKeys {
  secrets: SealedBox;
  clock: Clock;
}

export interface MailboxCaller {
  address: string;
  headers: Readonly<Record<string, unknown>>;
}

const sealedCookie = z.object({
  /** The box seals other things too; none of them is accepted here. */
  purpose: z.literal('mailbox'),
  until: z.number(),
});

/**
 * Whether a request comes directly from this machine. Behind a proxy every request does, so a forwarded one does not count. Nor
 * does one for another host: a stranger's page may have pointed its own name here (DNS rebinding).
 */
export function isFromHere({ address, headers }: MailboxCaller): boolean {
  const host = typeof headers['host'] === 'string' ? headers['host'].replace(/:\d+$/, '') : '';
  return isLoopback(address.replace(/^::ffff:/i, '')) && isLoopbackHost(host) && !isPassedOn(Object.keys(headers));
}

/** Whether it is the secret that the start printed. */
export function isSecretOf({ secret }: Mailbox, given: string): boolean {
  return timingSafeEqual(hashSecretToken(secret), hashSecretToken(given));
}

/** For a browser that came with the secret. Without `Secure`: the mailbox is shown over http, and Safari would not keep it. */
export async function mailboxCookie({ secrets, clock }: MailboxKeys): Promise<string> {
  const sealed = { purpose: 'mailbox', until: clock.now().getTime() + COOKIE_HOURS * HOUR_MS };
  const value = (await secrets.seal(Buffer.from(JSON.stringify(sealed)))).toString('base64url');
  return `${COOKIE}=${value}; HttpOnly; Path=/dev/mailbox; SameSite=Lax; Max-Age=${COOKIE_HOURS * 3_600}`;
}

export async function hasMailboxCookie(keys: MailboxKeys, { headers }: MailboxCaller): Promise<boolean> {
  const { cookie } = headers;
  const value = typeof cookie === 'string' ? readCookie(cookie, COOKIE) : undefined;
  if (value === undefined) return false;
  const read = sealedCookie.safeParse(await unseal(keys.secrets, value));
  return read.success && read.data.until >= keys.clock.now().getTime();
}

async function unseal(secrets: SealedBox, value: string): Promise<unknown> {
  try {
    return JSON.parse((await secrets.open(Buffer.from(value, 'base64url'))).toString('utf8'));
  } catch {
    // Made up, or sealed with a key that was replaced: treated as absent.
    return undefined;
  }
}
