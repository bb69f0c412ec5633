import { expect } from 'vitest';
import { listMailbox, mailboxFolder } from '../../platform/mailer.ts';
import { PATIENCE_MS } from '../server-process.ts';
import type { ServedSite } from './serve-site.ts';

const MAILS_MAX = 100;

/** The link in a mail of the development mailbox. */
async function linkIn({ server }: ServedSite, path: string, email: string): Promise<string | undefined> {
  const mails = await listMailbox(mailboxFolder(server.services.config) ?? '', MAILS_MAX);
  const texts = mails.filter(({ message }) => message.headers.get('to') === email).map(({ message }) => message.text);
  return texts.flatMap((text) => text.match(/https?:\S+/g) ?? []).find((link) => new URL(link).pathname === path);
}

/** The link in a mail to the address, once the mail has arrived. */
export async function awaitMail(site: ServedSite, path: string, email: string): Promise<string> {
  await expect.poll(() => linkIn(site, path, email), { timeout: PATIENCE_MS }).toBeDefined();
  return (await linkIn(site, path, email)) ?? '';
}
