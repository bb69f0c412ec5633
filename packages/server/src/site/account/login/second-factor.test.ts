import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../../../app.ts';
import { totpCode } from '../../../shared/totp.ts';
import { NEW_PASSWORD } from '../../../testing/test-access.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../../testing/test-services.ts';
import { formOf, openVisitor, type Seen, type Visitor } from '../../../testing/test-visitor.ts';

/** The time step that the service lives in; the tests turn it on. */
let step = Math.floor(Date.now() / 30_000);
let server: TestServer;
let app: App;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer();
  const clock = { now: () => new Date(step * 30_000) };
  ({ app, call } = server.variant({ services: { clock } }));
});
afterAll(() => server.close());

const visit = (): Visitor => openVisitor(app, { origin: server.services.links.origin() });

interface Protected extends TestAccount {
  secret: Buffer;
  codes: string[];
}

async function protectedAccount(): Promise<Protected> {
  const account = await server.createAccount();
  const { session } = account;
  const begun = await call('POST', '/v1/account/totp', { session });
  const { secret: text } = z.object({ secret: z.string() }).parse(begun.body);
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const json = { code: totpCode(secret, step) };
  const answer = await call('POST', '/v1/account/totp/confirm', { session, json });
  const { recovery_codes: codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(answer.body);
  step += 1;
  return { ...account, secret, codes };
}

async function passwordGiven(visitor: Visitor, { email, password }: TestAccount, url = '/en/login'): Promise<Seen> {
  return visitor.submit(await visitor.open(url), 'login', { email, password });
}

describe('the second factor on a page', () => {
  it('200 asks for a code after the right password, and holds no readable password', async () => {
    const account = await protectedAccount();
    const page = await passwordGiven(visit(), account);
    expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
    const { markup, hidden } = formOf(page, 'code');
    expect(markup).toMatch(/name="totp_code"[^>]*autocomplete="one-time-code" inputmode="numeric"/);
    const { pending = '' } = hidden;
    expect(page.html).not.toContain(account.password);
    expect(Buffer.from(pending, 'base64url').toString('latin1')).not.toContain(account.password);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('401 never gets there with a wrong password', async () => {
    const account = await protectedAccount();
    const page = await passwordGiven(visit(), { ...account, password: 'not this one' });
    expect([page.status, page.html.includes('authenticator')]).toEqual([401, false]);
  });

  it('303 for the code, typed as apps show it; the same code is worth nothing a second time', async () => {
    const account = await protectedAccount();
    const code = totpCode(account.secret, step);
    const visitor = visit();
    const page = await passwordGiven(visitor, account, '/zh-cn/login?next=/zh-cn/dashboard/keys');
    const done = await visitor.submit(page, 'code', { totp_code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([done.status, done.location]).toEqual([303, '/zh-cn/dashboard/keys']);
    expect(visitor.cookie()).toContain('__Host-revera_session=');
    const other = visit();
    const again = await other.submit(page, 'code', { totp_code: code });
    expect([again.status, again.html.includes('验证码不正确，或者已经用过')]).toEqual([401, true]);
    expect(other.cookie()).toBe('');
  });

  it('303 for a recovery code, once, whatever stands in the other field', async () => {
    const account = await protectedAccount();
    const [code = ''] = account.codes;
    const visitor = visit();
    const page = await passwordGiven(visitor, account);
    const done = await visitor.submit(page, 'code', { totp_code: '000000', recovery_code: code.toUpperCase() });
    expect(done.status).toBe(303);
    const again = await visit().submit(page, 'code', { recovery_code: code });
    expect([again.status, again.html.includes('This recovery code is incorrect')]).toEqual([401, true]);
    expect(again.html).toMatch(/<details open/);
    expect(again.html).toContain('aria-describedby="code-recovery_code-hint code-recovery_code-problem"');
    expect(again.html).not.toContain(code);
  });

  it('422 when nothing was entered, and 401 for a wrong code, with the way on kept', async () => {
    const account = await protectedAccount();
    const visitor = visit();
    const page = await passwordGiven(visitor, account);
    const empty = await visitor.submit(page, 'code', { totp_code: ' ', recovery_code: '' });
    expect([empty.status, empty.html.includes('id="code-totp_code-problem"')]).toEqual([422, true]);
    const wrong = await visitor.submit(empty, 'code', { totp_code: '000000' });
    expect([wrong.status, wrong.html.includes('000000')]).toEqual([401, false]);
    const long = await visitor.submit(wrong, 'code', { totp_code: '1'.repeat(500) });
    expect(long.status).toBe(422);
    const done = await visitor.submit(long, 'code', { totp_code: totpCode(account.secret, step) });
    expect(done.status).toBe(303);
  });

  it('303 with both: a password of their own, then the code', async () => {
    const account = await protectedAccount();
    const { accountId } = account;
    await server.services.database.pool.query('update account set must_change_password = true where id = $1', [
      accountId,
    ]);
    const visitor = visit();
    const change = await passwordGiven(visitor, account);
    const code = await visitor.submit(change, 'change', { new_password: NEW_PASSWORD });
    expect([code.status, code.html.includes(NEW_PASSWORD)]).toEqual([200, false]);
    const done = await visitor.submit(code, 'code', { totp_code: totpCode(account.secret, step) });
    expect(done.status).toBe(303);
    step += 1;
    const page = await passwordGiven(visit(), { ...account, password: NEW_PASSWORD });
    expect(page.html).toContain('<form id="code"');
  });

  it('401 when the password was replaced between the two steps', async () => {
    const account = await protectedAccount();
    const visitor = visit();
    const page = await passwordGiven(visitor, account);
    const { session, password: current_password } = account;
    await call('POST', '/v1/account/password', { session, json: { current_password, new_password: NEW_PASSWORD } });
    const answer = await visitor.submit(page, 'code', { totp_code: totpCode(account.secret, step) });
    expect([answer.status, visitor.cookie()]).toEqual([401, '']);
  });
});
