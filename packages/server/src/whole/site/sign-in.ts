import type { Page } from '@revera/testkit/browser';
import { readCookie, SESSION_COOKIE } from '../../shared/session-token.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';

/** The browser of somebody who signed in before. */
export async function signIn(page: Page, { session }: TestAccount): Promise<void> {
  const value = readCookie(session.cookie, SESSION_COOKIE) ?? '';
  const cookie = { name: SESSION_COOKIE, value, domain: '127.0.0.1', path: '/', secure: true, httpOnly: true };
  await page.context().addCookies([cookie]);
}
