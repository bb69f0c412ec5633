import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { silentLog } from './log.ts';
import { findPostmasterFile, postmasterLives } from './postmaster-file.ts';
import { startTestProcess, until } from './test-process.ts';

const root = mkdtempSync(join(tmpdir(), 'revera-embedded-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = (dataDir: string) => openDatabase({ dataDir, log: silentLog });
const postmasterPid = (dataDir: string) => findPostmasterFile(join(dataDir, 'postgres'))?.pid;

async function names({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from kept order by name');
  return rows.map((row) => row.name);
}

describe('the embedded PostgreSQL', () => {
  it('starts in a folder of any length and any privacy, keeps its rows, and leaves nothing running', async () => {
    const parent = join(root, 'private', 'x'.repeat(120));
    mkdirSync(parent, { recursive: true });
    chmodSync(join(root, 'private'), 0o700);
    const dataDir = join(parent, 'data');
    const first = await open(dataDir);
    await first.pool.query("create table kept (name text); insert into kept values ('one')");
    const pid = postmasterPid(dataDir) ?? 0;
    expect(postmasterLives(pid)).toBe(true);
    await first.close();
    expect(postmasterLives(pid)).toBe(false);

    const second = await open(dataDir);
    expect(await names(second)).toEqual(['one']);
    await second.close();
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('listens on a private Unix socket only, and never runs as root', async () => {
    const server = await startEmbeddedPostgres({ dataDir: join(root, 'socket'), log: silentLog, durable: false });
    const socketDir = String(server.connection.host);
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(join(socketDir, '.s.PGSQL.5432'))).toBeLessThan(104);
    const pid = postmasterPid(join(root, 'socket')) ?? 0;
    expect(
      execFileSync('ps', ['-o', 'uid=', '-p', String(pid)])
        .toString()
        .trim(),
    ).not.toBe('0');
    const database = await openDatabase({ dataDir: join(root, 'socket'), log: silentLog });
    expect((await database.pool.query('show listen_addresses')).rows).toEqual([{ listen_addresses: '' }]);
    await database.close();
    await server.stop();
    expect(existsSync(socketDir)).toBe(false);
  });

  it('is joined by a second process, and outlives the one that started it while the other uses it', async () => {
    const dataDir = join(root, 'joined');
    const starter = startTestProcess(['hold', dataDir]);
    expect(await starter.line()).toBe('ready');
    const pid = postmasterPid(dataDir);
    const here = await open(dataDir);
    expect(postmasterPid(dataDir)).toBe(pid);
    await here.pool.query("create table kept (name text); insert into kept values ('shared')");

    expect(await starter.finish()).toBe(0);
    expect(await names(here)).toEqual(['shared']);
    await here.close();
    expect(postmasterLives(pid ?? 0)).toBe(false);
  });

  it('starts once when several processes open a new folder together', async () => {
    const dataDir = join(root, 'together');
    const processes = [startTestProcess(['hold', dataDir]), startTestProcess(['hold', dataDir])];
    const here = await open(dataDir);
    for (const other of processes) expect(await other.line()).toBe('ready');
    await here.pool.query('create table kept (name text)');
    for (const other of processes) expect(await other.finish()).toBe(0);
    expect(await names(here)).toEqual([]);
    await here.close();
  });

  it('ends when its only user is killed, and a restart at once finds every committed row', async () => {
    const dataDir = join(root, 'killed');
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const writer = startTestProcess(['write', dataDir]);
      for (let n = 0; n < 20; n++) acknowledged = Number(await writer.line());
      await writer.kill();
      const database = await open(dataDir);
      const { rows } = await database.pool.query<{ count: number; last: number }>(
        'select count(*) as count, max(n) as last from written',
      );
      const { count = 0, last = -1 } = rows[0] ?? {};
      expect(count).toBe(last);
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      await database.close();
    }
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('recovers from a killed server', async () => {
    const dataDir = join(root, 'crashed');
    const first = await open(dataDir);
    await first.pool.query("create table kept (name text); insert into kept values ('safe')");
    const pid = postmasterPid(dataDir) ?? 0;
    process.kill(pid, 'SIGKILL');
    await until(() => !postmasterLives(pid));
    await first.close();
    const second = await open(dataDir);
    expect(await names(second)).toEqual(['safe']);
    await second.close();
  });

  it('is not fooled by a lock file whose process number now belongs to another program', async () => {
    const dataDir = join(root, 'stale');
    await (await open(dataDir)).close();
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(lock, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/nowhere\n\n`);
    const database = await open(dataDir);
    expect(readFileSync(lock, 'utf8')).not.toMatch(new RegExp(`^${process.pid}\n`));
    await database.close();
  });

  it('says what is wrong when the server refuses to start', async () => {
    const dataDir = join(root, 'refused');
    await (await open(dataDir)).close();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "shared_buffers = 'much'\n");
    await expect(open(dataDir)).rejects.toThrow(/PostgreSQL did not start: .*shared_buffers.*DATABASE_URL/s);
  });
});
