import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedClock } from './clock.ts';
import {
  openDevelopmentAuthority,
  readDevelopmentSigner,
  renewDevelopmentCertificate,
} from './development-authority.ts';
import { readChain } from './signer/read-chain.ts';
import { temporaryFolder } from './signer/test-keys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = '2026-03-01T10:00:00.000Z';
const folderOf = (dataDir: string) => join(dataDir, 'certificates');

async function fits(dataDir: string, clock = fixedClock(START)): Promise<boolean> {
  const { chainPem, keyPem } = await readDevelopmentSigner(dataDir, clock);
  return readChain(chainPem).leaf.checkPrivateKey(createPrivateKey(keyPem));
}

/** Puts key and chain into two files, like earlier installations. */
async function makeEarlierLayout(dataDir: string): Promise<void> {
  const { chainPem, keyPem } = await readDevelopmentSigner(dataDir, fixedClock(START));
  await writeFile(join(folderOf(dataDir), 'development-signing-chain.pem'), chainPem);
  await writeFile(join(folderOf(dataDir), 'development-signing-key.pem'), keyPem);
  await rm(join(folderOf(dataDir), 'development-signing.pem'));
}

describe('openDevelopmentAuthority', () => {
  it('makes a chain with dates of the clock once, and answers the same afterwards', async () => {
    const dataDir = await temporaryFolder();
    const clock = fixedClock(START);
    const made = await openDevelopmentAuthority(dataDir, clock);
    clock.advance(DAY_MS);
    expect(await openDevelopmentAuthority(dataDir, clock)).toEqual(made);
    expect(Object.keys(made)).toEqual(['rootPem', 'chainPem']);
    expect(made.chainPem).not.toContain('PRIVATE');
    const { certificates, leaf } = readChain(made.chainPem);
    const root = new X509Certificate(made.rootPem);
    expect(certificates.map(({ validFrom }) => new Date(validFrom).toISOString())).toEqual([START, START]);
    expect(Date.parse(leaf.validTo) - Date.parse(START)).toBe(366 * DAY_MS);
    expect(certificates[1]?.verify(root.publicKey)).toBe(true);
    expect(await fits(dataDir)).toBe(true);
  });

  it('keeps keys for its owner only', async () => {
    const dataDir = await temporaryFolder();
    await openDevelopmentAuthority(dataDir, fixedClock(START));
    for (const name of await readdir(folderOf(dataDir))) {
      const path = join(folderOf(dataDir), name);
      const isSecret = (await readFile(path, 'utf8')).includes('PRIVATE KEY');
      expect((await stat(path)).mode & 0o077, name).toBe(isSecret ? 0 : 0o044);
    }
  });

  it('is made once by several that start together', async () => {
    const dataDir = await temporaryFolder();
    const all = await Promise.all([1, 2].map(async () => openDevelopmentAuthority(dataDir, fixedClock(START))));
    expect(all[0]).toEqual(all[1]);
    expect(await readdir(dataDir)).toEqual(['certificates']);
  });

  it('reads the files of an earlier layout', async () => {
    const dataDir = await temporaryFolder();
    const made = await openDevelopmentAuthority(dataDir, fixedClock(START));
    await makeEarlierLayout(dataDir);
    expect(await openDevelopmentAuthority(dataDir, fixedClock(START))).toEqual(made);
    expect(await fits(dataDir)).toBe(true);
  });
});

describe('renewDevelopmentCertificate', () => {
  it.each(['the present layout', 'an earlier layout'])(
    'issues a new key under the same authority from %s',
    async (layout) => {
      const dataDir = await temporaryFolder();
      const clock = fixedClock(START);
      const before = await openDevelopmentAuthority(dataDir, clock);
      if (layout === 'an earlier layout') await makeEarlierLayout(dataDir);
      clock.advance(340 * DAY_MS);
      await renewDevelopmentCertificate(dataDir, clock);
      const after = await openDevelopmentAuthority(dataDir, clock);
      const [old, renewed] = [readChain(before.chainPem), readChain(after.chainPem)];
      expect(after.rootPem).toBe(before.rootPem);
      expect(renewed.certificates[1]?.fingerprint256).toBe(old.certificates[1]?.fingerprint256);
      expect(renewed.leaf.serialNumber).not.toBe(old.leaf.serialNumber);
      expect(renewed.leaf.publicKey.equals(old.leaf.publicKey)).toBe(false);
      expect(new Date(renewed.leaf.validFrom)).toEqual(clock.now());
      const [, intermediate] = renewed.certificates;
      expect(
        intermediate && renewed.leaf.checkIssued(intermediate) && renewed.leaf.verify(intermediate.publicKey),
      ).toBe(true);
      expect(await fits(dataDir)).toBe(true);
      expect((await readdir(folderOf(dataDir))).toSorted()).toEqual([
        'development-intermediate-key.pem',
        'development-root-key.pem',
        'development-root.pem',
        'development-signing.pem',
      ]);
    },
  );

  it('never shows a key of another chain while several renew', async () => {
    const dataDir = await temporaryFolder();
    await openDevelopmentAuthority(dataDir, fixedClock(START));
    await makeEarlierLayout(dataDir);
    const clock = fixedClock('2026-12-01Z');
    const renewals = [1, 2, 3].map(async () => renewDevelopmentCertificate(dataDir, clock));
    const reads = Array.from({ length: 30 }, async () => fits(dataDir));
    await Promise.all(renewals);
    expect(await Promise.all(reads)).not.toContain(false);
  });

  it('ends with its authority, and says when that is over', async () => {
    const dataDir = await temporaryFolder();
    const clock = fixedClock(START);
    const { chainPem } = await openDevelopmentAuthority(dataDir, clock);
    const end = readChain(chainPem).certificates[1]?.validTo;
    clock.advance(3600 * DAY_MS);
    await renewDevelopmentCertificate(dataDir, clock);
    expect(readChain((await openDevelopmentAuthority(dataDir, clock)).chainPem).leaf.validTo).toBe(end);
    await expect(renewDevelopmentCertificate(dataDir, clock)).rejects.toThrow('ends itself');
  });

  it('says what is missing', async () => {
    const dataDir = await temporaryFolder();
    const renew = async () => renewDevelopmentCertificate(dataDir, fixedClock('2026-12-01Z'));
    await expect(renew()).rejects.toMatchObject({
      code: 'DEVELOPMENT_AUTHORITY',
      message: expect.stringMatching(/no dev/) as string,
    });
    await openDevelopmentAuthority(dataDir, fixedClock(START));
    const key = join(folderOf(dataDir), 'development-intermediate-key.pem');
    await writeFile(key, 'no key');
    await expect(renew()).rejects.toThrow(`${key}, cannot be read`);
    await rm(key);
    await expect(renew()).rejects.toThrow(`${key}, is missing`);
    expect(await fits(dataDir)).toBe(true);
  });
});
