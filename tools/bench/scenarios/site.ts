import { launchBrowser, type Browser, type Page } from '@revera/testkit/browser';
import { makeFiles } from '../files.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const LARGEST_PAINT_MS = 1000;
const INTERACTIVE_MS = 1000;
const UPLOADS = 3;
const UPLOAD_BYTES = 20 * MIB;

/** Each window is new, so that nothing is in a cache. */
const LINES = [
  { name: 'this machine', isSlow: false },
  { name: 'processor 4 times slower, 10 Mbit/s, 60 ms', isSlow: true },
] as const;

/** When the largest thing of the first screen was painted, in milliseconds from the navigation on. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** The start page, and how a result opens while files are on their way. In a real browser. */
export const site: Scenario = {
  name: 'site',
  async run({ folder, isQuick }) {
    const browser = await launchBrowser();
    if (browser === null)
      return { tables: [], targets: [], notes: ['Chromium is absent, so the site was not measured.'] };
    const sizeBytes = isQuick ? MIB : UPLOAD_BYTES;
    const { files } = await makeFiles(folder, [{ kind: 'jpeg', sizeBytes, isSigned: true }]);
    const uploads = files.flatMap(({ path }) => Array.from({ length: UPLOADS }, () => path));
    const runs = isQuick ? 2 : 15;
    const limits = { LIMIT_ANONYMOUS_PER_HOUR: '100000' };
    try {
      return await withServerProcess(
        folder,
        async ({ address }) => {
          const paints = await measurePaints(browser, address, runs);
          const interactive = summarize(await measureWhileUploading(browser, address, uploads, runs));
          return {
            tables: [
              {
                title: 'Start page, nothing cached: largest contentful paint',
                columns: ['line', 'runs', 'fastest ms', 'median ms', 'p95 ms'],
                rows: paints.rows,
              },
              {
                title: `A result opened while ${UPLOADS} files of ${sizeBytes / MIB} MB are uploaded and verified: until it has answered a click`,
                columns: ['runs', 'fastest ms', 'median ms', 'p95 ms'],
                rows: [[interactive.count, interactive.fastest, interactive.median, interactive.p95]],
              },
            ],
            targets: [
              { name: 'largest paint of the start page, median: ms', below: LARGEST_PAINT_MS, measured: paints.median },
              {
                name: 'a result answers a click while three 20 MB files upload, median: ms',
                below: INTERACTIVE_MS,
                measured: isQuick ? null : interactive.median,
              },
            ],
            notes: ['Browser, server and database share the machine.'],
          };
        },
        limits,
      );
    } finally {
      await browser.close();
    }
  },
};

async function measurePaints(browser: Browser, address: string, runs: number) {
  const rows: Cell[][] = [];
  const medians: number[] = [];
  for (const { name, isSlow } of LINES) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await largestPaint(browser, `${address}/en`, isSlow));
    const { count, fastest, median, p95 } = summarize(times);
    medians.push(median);
    rows.push([name, count, fastest, median, p95]);
  }
  return { rows, median: medians[0] ?? null };
}

async function largestPaint(browser: Browser, url: string, isSlow: boolean): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    if (isSlow) await slowDown(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<number>(LARGEST_PAINT);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 10_000_000 / 8;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Uploads as the start page does, and at the same time opens the result of an earlier file in another window. */
async function measureWhileUploading(
  browser: Browser,
  address: string,
  uploads: readonly string[],
  runs: number,
): Promise<number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const verify = async (paths: readonly string[]): Promise<void> => {
    await page.goto(`${address}/en`);
    await page.locator('#drop-input').setInputFiles([...paths]);
  };
  await verify(uploads.slice(0, 1));
  const link = page.locator('.file-open:visible');
  await link.waitFor();
  const result = new URL((await link.getAttribute('href')) ?? '', address).href;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await verify(uploads);
    times.push(await timeUntilClicked(context, result));
    await page.locator('.files:not(.busy)').waitFor();
  }
  await context.close();
  return times;
}

async function timeUntilClicked(context: ReturnType<Page['context']>, url: string): Promise<number> {
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const details = page.locator('main details').first();
  await details.locator('summary').first().click();
  await page.locator('main details[open]').first().waitFor();
  const elapsed = performance.now() - start;
  await page.close();
  return elapsed;
}
