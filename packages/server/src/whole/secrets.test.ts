import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../features/accounts/index.ts';
import { PLATFORM_LIMITS } from '../platform/limits.ts';
import { createPasswords } from '../platform/passwords.ts';
import { openSealedBox } from '../platform/secret-keys.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { newId } from '../shared/ids.ts';
import { totpCode, TOTP_SECRET_BYTES } from '../shared/totp.ts';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

const PASSWORD = 'brass kettle under the pier';
const EMAIL = 'someone@example.com';
const MAILS = PLATFORM_LIMITS.resealRows + 50;
const STEP_MS = 30_000;

let database: TestDatabase;
let installation: Installation;
beforeAll(async () => {
  database = await createTestDatabase();
  installation = await createInstallation({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await installation.clear();
  await database.drop();
});

/** Sealed with the key that the installation has now: the secret of an account, and mails. Answers the mails' ids in order. */
async function fill(secret: Buffer): Promise<string[]> {
  const box = await openSealedBox(installation.dataDir, { secretKey: undefined, previousSecretKeys: [] });
  const passwordHash = await createPasswords().hashPassword(PASSWORD);
  await database.db
    .transaction()
    .execute((trx) => createAccount(trx, { email: EMAIL, name: '', language: 'en', passwordHash }));
  await database.pool.query(
    `update account set email_verified_at = now(), totp_enabled_at = now(), totp_secret = $2 where email = $1`,
    [EMAIL, await box.seal(secret)],
  );
  const ids = Array.from({ length: MAILS }, () => newId('mail')).toSorted();
  const payloads = await Promise.all(ids.map(() => box.seal(Buffer.from('{}'))));
  await database.pool.query(
    `insert into mail (id, template, language, recipient, payload)
     select id, 'verify_email', 'en', 'a@example.com', payload from unnest($1::text[], $2::bytea[]) as row (id, payload)`,
    [ids, payloads],
  );
  return ids;
}

async function countByKey(): Promise<number[]> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) as count from mail group by substring(payload from 5 for 8) order by 1 desc',
  );
  return rows.map(({ count }) => count);
}

/**
 * With the code of this moment, which the server takes for a step longer, so that a step may end on the way. A code works
 * once: that the last one was used is forgotten, since a sign-in may come in the same step as the one before it.
 */
async function signIn(address: string, secret: Buffer): Promise<number> {
  await database.pool.query('update account set totp_last_step = null where email = $1', [EMAIL]);
  const step = Math.floor(Date.now() / STEP_MS);
  const { status } = await fetch(`${address}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, totp_code: totpCode(secret, step) }),
  });
  return status;
}

it(
  'a rotation that is killed in the middle harms no running server, and the next one ends it',
  { timeout: PATIENCE_MS },
  async () => {
    const { address } = await installation.start();
    const secret = randomBytes(TOTP_SECRET_BYTES);
    const ids = await fill(secret);
    expect(await signIn(address, secret)).toBe(200);

    // The second batch has to wait for this row.
    const holder = await database.connectClient();
    await holder.query('begin');
    await holder.query('select from mail where id = $1 for update', [ids[PLATFORM_LIMITS.resealRows]]);
    const rotation = installation.begin('secrets', 'rotate');
    await expect.poll(countByKey, { timeout: PATIENCE_MS }).toEqual([PLATFORM_LIMITS.resealRows, 50]);
    expect(await rotation.kill()).toMatchObject({ exit: null, stdout: '' });
    await holder.query('rollback');
    await holder.end();

    // Its secret is sealed with the new key, of which nobody told the server.
    expect(await signIn(address, secret)).toBe(200);
    const status = await installation.command('secrets', 'status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ is_unfinished: true, source: 'file' });
    const ended = await installation.command('secrets', 'rotate', '--json');
    expect(ended).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      new_key_id: null,
      is_unfinished: false,
      resealed: { second_factors: 0, waiting_mails: 50, webhook_secrets: 0 },
      unopened: { second_factors: 0, waiting_mails: 0, webhook_secrets: 0 },
    });
    expect(await countByKey()).toEqual([MAILS]);
    expect(await signIn(address, secret)).toBe(200);
  },
);
