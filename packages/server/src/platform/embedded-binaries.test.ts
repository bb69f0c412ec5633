import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPostgresBinaries, prepareBinaries } from './embedded-binaries.ts';
import { runProgram } from './embedded-process.ts';
import { canReach, chooseServerUser } from './embedded-user.ts';
import { silentLog } from './log.ts';

const root = mkdtempSync(join(tmpdir(), 'revera-binaries-'));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const user = chooseServerUser(join(root, 'none'));

describe('the PostgreSQL binaries', () => {
  it('run as the server’s user, from where they were installed', async () => {
    const bin = findPostgresBinaries({ dataDir: root, user, log: silentLog });
    expect(await runProgram(join(bin, 'postgres'), ['--version'], user)).toMatchObject({ status: 0 });
  });

  it.runIf(user)('are copied once beside the data when that user cannot come to them (only as root)', async () => {
    if (!user) return;
    const hidden = mkdtempSync(join(root, 'hidden-'));
    const installed = dirname(dirname(findPostgresBinaries({ dataDir: root, user, log: silentLog })));
    cpSync(installed, join(hidden, 'package'), { recursive: true, verbatimSymlinks: true });
    expect(canReach(join(hidden, 'package/native/bin/postgres'), user)).toBe(false);

    const bin = prepareBinaries(join(hidden, 'package'), { dataDir: root, user, log: silentLog });
    expect(bin.startsWith(join(root, 'postgres-binaries-'))).toBe(true);
    expect(await runProgram(join(bin, 'initdb'), ['--version'], user)).toMatchObject({ status: 0 });
    const made = statSync(bin).ino;
    expect(statSync(prepareBinaries(join(hidden, 'package'), { dataDir: root, user, log: silentLog })).ino).toBe(made);
  });
});

describe('the server’s user', () => {
  it('is another one for root, and nobody else for the rest', () => {
    expect(user === undefined).toBe(process.getuid?.() !== 0);
    expect(user?.uid).not.toBe(0);
  });

  it('reaches what every folder on the way lets it pass to', () => {
    const other = { uid: 4_000_000, gid: 4_000_000 };
    const open = mkdtempSync(join(root, 'open-'));
    expect(canReach(open, other)).toBe(false);
    chmodSync(open, 0o755);
    expect(canReach(open, other)).toBe(true);
    expect(canReach(open, { uid: process.getuid?.() ?? 0, gid: 0 })).toBe(true);
  });
});
