import { z } from 'zod';
import type { AccountServices } from '../../../features/accounts/index.ts';
import { unseal } from '../kit/unseal.ts';

/** Long enough to get a phone out of a bag; the page may stay in the browser's history for longer. */
const LIFETIME_MS = 10 * 60_000;
/** More than the longest accepted input produces. */
const CHARACTERS_MAX = 20_000;

/** What was given in the earlier steps of signing in. */
export interface Pending {
  email: string;
  password: string;
  new_password?: string | undefined;
}

const sealedForm = z.object({
  /** The box seals other things too, and none of them must be mistaken for this. */
  purpose: z.literal('sign_in'),
  until: z.number(),
  email: z.string(),
  password: z.string(),
  new_password: z.string().optional(),
});

type Box = Pick<AccountServices, 'secrets' | 'clock'>;

/** Travels to the browser and back, so that nothing is stored about somebody who has not signed in yet; only we can read it. */
export async function sealPending({ secrets, clock }: Box, pending: Pending): Promise<string> {
  const sealed = { ...pending, purpose: 'sign_in', until: clock.now().getTime() + LIFETIME_MS };
  return (await secrets.seal(Buffer.from(JSON.stringify(sealed)))).toString('base64url');
}

/** Null when it is too old or not ours. */
export async function openPending({ secrets, clock }: Box, text: string): Promise<Pending | null> {
  if (text.length > CHARACTERS_MAX) return null;
  const read = sealedForm.safeParse(await unseal(secrets, text));
  if (!read.success || read.data.until < clock.now().getTime()) return null;
  const { email, password, new_password } = read.data;
  return { email, password, new_password };
}
