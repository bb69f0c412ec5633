import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckout, type Checkout } from './checkout.ts';
import { verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS } from './server-process.ts';

const DONE = { exit: 0, output: '' };

let checkout: Checkout;
beforeAll(async () => {
  checkout = await createCheckout();
});
afterAll(() => checkout.remove());

const current = (): string => readlinkSync(join(checkout.folder, 'dist'));
const writtenAt = (): number => statSync(checkout.program).mtimeMs;

/** Runs work with other text at the end of a source, which is as before afterwards. */
async function withChange(path: string, text: string, work: () => Promise<void>): Promise<void> {
  const file = join(checkout.folder, path);
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before + text);
  try {
    await work();
  } finally {
    writeFileSync(file, before);
  }
}

// The tests build the same copy one after the other: each finds what the one before left.
describe('the build', { timeout: PATIENCE_MS }, () => {
  it('is made once by two at the same time, in place of what an earlier version left', async () => {
    await mkdir(join(checkout.folder, 'dist/assets'), { recursive: true });
    await writeFile(join(checkout.folder, 'dist/cli.js'), 'an old program');
    await mkdir(join(checkout.folder, 'packages/provenance/dist'));
    expect(await Promise.all([checkout.build(), checkout.build()])).toEqual([DONE, DONE]);
    expect(checkout.builds()).toEqual([current()]);
    expect(readFileSync(checkout.program, 'utf8')).not.toContain('an old program');
    const library = join(checkout.folder, 'packages/provenance/dist/index.js');
    expect(readFileSync(library, 'utf8')).toContain('createAnalysisPool');
  });

  it('is not made again while nothing but tests changes', async () => {
    const [name, written] = [current(), writtenAt()];
    await writeFile(join(checkout.folder, 'packages/cli/src/new.test.ts'), '// a test');
    expect(await checkout.build()).toEqual(DONE);
    expect([current(), writtenAt(), checkout.builds()]).toEqual([name, written, [name]]);
  });

  it('leaves the last one in place when the sources are broken', async () => {
    const before = realpathSync(checkout.program);
    await withChange('packages/cli/src/main.ts', '\nconst = 1;', async () => {
      const { exit, output } = await checkout.build();
      expect(exit).toBe(1);
      expect(output).toContain('packages/cli/src/main.ts');
    });
    expect(realpathSync(checkout.program)).toBe(before);
    expect(checkout.builds()).toEqual([current()]);
  });

  it('leaves a running server its files, removes them when it has ended, and finds an earlier build again', async () => {
    const first = current();
    const folder = join(checkout.folder, first);
    const installation = await createInstallation({}, { program: checkout.program });
    try {
      const { address, testKey, pid, stop } = await installation.start();
      const key = testKey ?? '';
      expect(readdirSync(join(folder, 'used-by'))).toEqual([String(pid)]);
      const written = writtenAt();
      await withChange('packages/server/src/index.ts', '\nexport const changed = 1;', async () => {
        expect(await checkout.build()).toEqual(DONE);
        expect(current()).not.toBe(first);
        makeOld(folder);
        expect(await checkout.build()).toEqual(DONE);
        expect(checkout.builds()).toEqual(expect.arrayContaining([first, current()]));

        const verified = await verifyFile({ address, key, bytes: buildJpeg() });
        expect(verified.status).toBe(200);
        // The thread that prints it, and the parts of the program that they share, are loaded for the first report.
        const report = `${address}/v1/jobs/${(verified.body as { id: string }).id}/report?format=pdf`;
        const printed = await fetch(report, { headers: { authorization: `Bearer ${key}`, connection: 'close' } });
        expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
        await printed.arrayBuffer();
      });
      expect(await checkout.build()).toEqual(DONE);
      expect([current(), writtenAt()]).toEqual([first, written]);

      expect(await stop()).toMatchObject({ exit: 0 });
      await withChange('packages/server/src/index.ts', '\nexport const changed = 1;', async () => {
        makeOld(folder);
        expect(await checkout.build()).toEqual(DONE);
        expect(checkout.builds()).toEqual([current()]);
      });
    } finally {
      await installation.clear();
    }
  });
});

/** As if nothing had pointed to the build for two hours. */
function makeOld(folder: string): void {
  const then = new Date(Date.now() - 2 * 60 * 60 * 1000);
  utimesSync(folder, then, then);
}
