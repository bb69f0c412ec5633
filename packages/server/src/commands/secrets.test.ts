import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFetchLock } from '../features/trust/queries.ts';
import { newId } from '../shared/ids.ts';
import { PLATFORM_LIMITS } from '../platform/limits.ts';
import { SEALED_COLUMNS } from '../platform/reseal.ts';
import { sealedBox, SECRET_KEY_BYTES, secretKey, type SealedBox } from '../platform/sealed-box.ts';
import { openSealedBox } from '../platform/secret-keys.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import type { CommandResult, Environment } from './command-result.ts';
import { rotateSecretsCommand, secretsStatusCommand, type SecretsStatus } from './secrets.ts';

const BY_FILE = { secretKey: undefined, previousSecretKeys: [] };
const PLAIN = Buffer.from('{"link":"https://revera.example/"}');

let database: TestDatabase;
let dataDir: string;
/** As a server beside the command has it, opened before anything is rotated. */
let running: SealedBox;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'revera-secrets-'));
  running = await openSealedBox(dataDir, BY_FILE);
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const environment = (settings: Record<string, string> = {}): Environment => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ...settings,
});
const file = () => join(dataDir, 'secret.key');

function valueOf<Value>(result: CommandResult<Value>): Value {
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

const rotate = async (resume = false, settings?: Record<string, string>) =>
  valueOf(await rotateSecretsCommand(environment(settings), { resume }));
const status = async (settings?: Record<string, string>) => valueOf(await secretsStatusCommand(environment(settings)));
const usesOf = ({ keys }: SecretsStatus) =>
  keys.map(({ key_id, state, sealed }) => [key_id, state, sealed.second_factors, sealed.waiting_mails]);

async function addMails(payloads: readonly Buffer[]): Promise<string[]> {
  const ids = payloads.map(() => newId('mail'));
  await database.pool.query(
    `insert into mail (id, template, language, recipient, payload)
     select id, 'verify_email', 'en', 'a@example.com', payload from unnest($1::text[], $2::bytea[]) as row (id, payload)`,
    [ids, payloads],
  );
  return ids.toSorted();
}

async function addAccount(sealed: Buffer): Promise<void> {
  await database.pool.query(
    `insert into account (id, email, name, language, password_hash, totp_secret) values ($1, $2, '', 'en', '', $3)`,
    [newId('account'), `${newId('account')}@example.com`, sealed],
  );
}

async function allValues(): Promise<Buffer[]> {
  const { rows } = await database.pool.query<{ value: Buffer }>(
    `select totp_secret as value from account where totp_secret is not null union all
     select payload from mail where payload is not null`,
  );
  return rows.map(({ value }) => value);
}

async function expectAllOpen(box: SealedBox): Promise<void> {
  for (const value of await allValues()) expect((await box.open(value)).equals(PLAIN)).toBe(true);
}

const sealMany = (box: SealedBox, count: number) => Promise.all(Array.from({ length: count }, () => box.seal(PLAIN)));

/** As it was before values told their key. */
async function sealWithoutId(): Promise<Buffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await readFile(file()), nonce);
  return Buffer.concat([nonce, cipher.update(PLAIN), cipher.final(), cipher.getAuthTag()]);
}

/** As if the keys had been replaced a day earlier than they were. */
async function passDay(): Promise<void> {
  const text = await readFile(file(), 'utf8');
  const earlier = (when: string) => new Date(Date.parse(when) - 25 * 3_600_000).toISOString();
  await writeFile(file(), text.replaceAll(/(?<="replaced_at": ")[^"]+/g, earlier));
}

describe('the columns that hold sealed values', () => {
  it('are all that are not hashes, pictures or messages of others', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name not like '%sha256'`,
    );
    const open = ['job_thumbnail.bytes', 'job_preview.bytes', 'job_preview.small', 'payment_notification.raw'];
    const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...sealed, ...open].toSorted());
  });
});

describe('secrets rotate', () => {
  it('makes a new key and seals everything with it, also what told no key', async () => {
    const old = secretKey(await readFile(file())).id;
    await addAccount(await running.seal(PLAIN));
    await addAccount(await sealWithoutId());
    await addMails([await running.seal(PLAIN), await sealWithoutId()]);
    expect(usesOf(await status())).toEqual([
      [old, 'current', 1, 1],
      [null, 'untold', 1, 1],
    ]);
    const rotated = await rotate();
    expect(rotated).toMatchObject({
      source: 'file',
      is_unfinished: false,
      resealed: { second_factors: 2, waiting_mails: 2, webhook_secrets: 0 },
      unopened: { second_factors: 0, waiting_mails: 0, webhook_secrets: 0 },
      dropped_key_ids: [],
    });
    expect(usesOf(rotated)).toEqual([
      [rotated.new_key_id, 'current', 2, 2],
      [old, 'previous', 0, 0],
    ]);
    expect(usesOf(await status())).toEqual(usesOf(rotated));
    expect(JSON.stringify(rotated)).not.toMatch(/[0-9a-f]{20}/);
    await expectAllOpen(running);
  });

  it('drops a key a day after it was replaced, when nothing is sealed with it, and not before', async () => {
    const old = secretKey(await readFile(file())).id;
    const late = await running.seal(PLAIN);
    const { new_key_id } = await rotate();
    expect(await rotate(true)).toMatchObject({ new_key_id: null, dropped_key_ids: [] });
    await passDay();
    // A transaction that had begun before the new key was made.
    await addMails([late]);
    expect(usesOf(await status())).toEqual([
      [new_key_id, 'current', 0, 0],
      [old, 'previous', 0, 1],
    ]);
    const resumed = await rotate(true);
    expect(resumed).toMatchObject({ new_key_id: null, dropped_key_ids: [old], resealed: { waiting_mails: 1 } });
    expect(usesOf(resumed)).toEqual([[new_key_id, 'current', 0, 1]]);
    await expectAllOpen(running);
  });

  it('goes on after a crash in the middle, with the key that it had made', async () => {
    const ids = await addMails(await sealMany(running, PLATFORM_LIMITS.resealRows + 50));
    await database.pool.query(`
      create function crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
      create trigger crash before update on mail for each row when (old.id = '${ids.at(-1)}') execute function crash()`);
    await expect(rotate()).rejects.toThrow('crash');
    const between = await status();
    expect(between.is_unfinished).toBe(true);
    expect(between.keys.map(({ sealed }) => sealed.waiting_mails)).toEqual([PLATFORM_LIMITS.resealRows, 50]);
    await expectAllOpen(running);
    await database.pool.query('drop trigger crash on mail');
    const rotated = await rotate();
    expect(rotated).toMatchObject({ new_key_id: null, is_unfinished: false, resealed: { waiting_mails: 50 } });
    expect(rotated.keys[0]?.key_id).toBe(between.keys[0]?.key_id);
    await expectAllOpen(running);
  });

  it('leaves what it cannot open, and keeps the key that may have sealed it', async () => {
    const old = secretKey(await readFile(file())).id;
    const foreign = secretKey(randomBytes(SECRET_KEY_BYTES));
    const changed = await running.seal(PLAIN);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    const left = [changed, await sealedBox(foreign.bytes).seal(PLAIN)];
    await addMails([...left, await running.seal(PLAIN)]);
    await rotate();
    await passDay();
    const again = await rotate(true);
    expect(again).toMatchObject({ unopened: { waiting_mails: 2, webhook_secrets: 0 }, dropped_key_ids: [] });
    expect(usesOf(again).slice(1)).toEqual([
      [old, 'previous', 0, 1],
      [foreign.id, 'unknown', 0, 1],
    ]);
    const kept = await allValues();
    for (const value of left) expect(kept.some((each) => each.equals(value))).toBe(true);
  });

  it('works beside a server that seals and opens all the while', async () => {
    await addMails(await sealMany(running, 250));
    let isOver = false;
    const beside = async (): Promise<number> => {
      let rounds = 0;
      for (; !isOver; rounds += 1) {
        await addMails([await running.seal(PLAIN)]);
        await expectAllOpen(running);
      }
      return rounds;
    };
    const server = beside();
    try {
      await rotate();
    } finally {
      isOver = true;
    }
    expect(await server).toBeGreaterThan(0);
    await expectAllOpen(running);
    const { keys } = await rotate(true);
    expect(keys.map(({ sealed }) => sealed.waiting_mails > 0)).toEqual([true, false]);
  });

  it('is refused beside another one', async () => {
    const [id] = await addMails([await running.seal(PLAIN)]);
    const holder = await database.connectClient();
    await holder.query('begin');
    await holder.query('select from mail where id = $1 for update', [id]);
    const first = rotate();
    await expect.poll(async () => (await status()).is_unfinished, { timeout: 20_000 }).toBe(true);
    expect(await rotateSecretsCommand(environment(), { resume: false })).toMatchObject({
      kind: 'refused',
      code: 'CONFLICT',
    });
    await holder.query('rollback');
    await holder.end();
    expect(await first).toMatchObject({ resealed: { waiting_mails: 1 } });
  });

  it('runs while a server fetches trust lists', async () => {
    const fetched = await withFetchLock({ database }, 1000, () => rotate());
    expect(fetched.new_key_id).not.toBeNull();
  });
});

describe('with SECRET_KEY in the environment', () => {
  const [old, next] = [randomBytes(SECRET_KEY_BYTES), randomBytes(SECRET_KEY_BYTES)];
  const before = { SECRET_KEY: old.toString('hex') };
  const after = { SECRET_KEY: next.toString('hex'), SECRET_KEY_PREVIOUS: old.toString('hex').toUpperCase() };

  it('tells how to rotate, and changes nothing', async () => {
    const sealed = await sealedBox(old).seal(PLAIN);
    await addMails([sealed]);
    const result = await rotateSecretsCommand(environment(before), { resume: false });
    expect(result).toMatchObject({ kind: 'refused', code: 'CONFIGURATION' });
    expect(JSON.stringify(result)).toMatch(/SECRET_KEY_PREVIOUS.*revera secrets rotate/);
    expect(await allValues()).toEqual([sealed]);
  });

  it('seals anew what the previous keys sealed', async () => {
    await addMails([await sealedBox(old).seal(PLAIN)]);
    const rotated = await rotate(false, after);
    expect(rotated).toMatchObject({ source: 'environment', new_key_id: null, resealed: { waiting_mails: 1 } });
    expect(usesOf(await status(after))).toEqual([
      [secretKey(next).id, 'current', 0, 1],
      [secretKey(old).id, 'previous', 0, 0],
    ]);
    await expectAllOpen(sealedBox(next));
  });

  it('needs SECRET_KEY beside SECRET_KEY_PREVIOUS, and whole keys', async () => {
    const refusal = async (settings: Record<string, string>) => secretsStatusCommand(environment(settings));
    expect(await refusal({ SECRET_KEY_PREVIOUS: after.SECRET_KEY_PREVIOUS })).toMatchObject({
      kind: 'refused',
      message: 'SECRET_KEY_PREVIOUS needs SECRET_KEY',
    });
    expect(await refusal({ ...before, SECRET_KEY_PREVIOUS: 'abc' })).toMatchObject({
      message: 'SECRET_KEY_PREVIOUS: must be keys of 64 hexadecimal digits, separated by commas',
    });
  });
});
