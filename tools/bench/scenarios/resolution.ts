import {
  createAnalysisPool,
  createPixelWorkspace,
  judgePixels,
  RESOLUTION_LIMITS,
  type AnalysisPool,
  type PixelWindow,
} from '@revera/provenance';
import { runClients, VERIFY, type Operation } from '../http-client.ts';
import { readChildren, readResidentMemory } from '../process-memory.ts';
import type { BenchContext, Scenario } from '../scenario.ts';
import { tiledPhotograph, writePhotograph } from '../photographs.ts';
import { member, withServerProcess, type BenchServer } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { trustOf } from '../trust.ts';

const RUNS = 15;
const QUICK_RUNS = 3;
const WARM_UPS = 3;
/** Of the plain code beside the vectors, until it is compiled at last. */
const JUDGE_WARM_UPS = 12;
const VERIFICATIONS = 7;
const DEADLINE_MS = 60_000;
const SIZES = [
  [1, 1152, 864],
  [12, 4032, 3024],
  [50, 8192, 6144],
  [100, 11_520, 8640],
] as const;

/** What the pixels of an image say about its resolution: the window alone, and in the verification of a whole file. */
export const resolution: Scenario = {
  name: 'resolution',
  async run(context) {
    return {
      tables: [
        {
          title: 'Judging the resolution of decoded pixels',
          columns: ['megapixels', 'window', 'fastest ms', 'median ms', 'ms a megapixel'],
          rows: judgeWindows(context),
        },
        {
          title: 'Verifying a JPEG photograph without a credential, one analysis thread',
          columns: ['megapixels', 'without pixels, median ms', 'with pixels, median ms', 'peak of their process MiB'],
          rows: await verifyFiles(context),
        },
        {
          title: 'POST /v1/content/verify, the same photographs, one client, two analysis threads',
          columns: ['megapixels', 'ANALYSIS_PIXELS=false, median ms', 'with pixels, median ms'],
          rows: await verifyOverHttp(context),
        },
      ],
      targets: [],
      notes: [
        'First table: time of the processor on one core, after warming up.',
        'Second and third table: elapsed time, decoding included, both kinds in turn.',
      ],
    };
  },
};

function judgeWindows({ isQuick }: BenchContext): Cell[][] {
  const workspace = createPixelWorkspace();
  return SIZES.map(([megapixels, width, height]) => {
    const window = windowOf(width, height);
    const times: number[] = [];
    for (let run = 0; run < JUDGE_WARM_UPS + (isQuick ? QUICK_RUNS : RUNS); run++) {
      const before = process.cpuUsage();
      judgePixels(window, workspace);
      const { user, system } = process.cpuUsage(before);
      if (run >= JUDGE_WARM_UPS) times.push((user + system) / 1000);
    }
    const { fastest, median } = summarize(times);
    return [megapixels, `${window.width} x ${window.height}`, fastest, median, median / megapixels];
  });
}

function windowOf(imageWidth: number, imageHeight: number): PixelWindow {
  const [width, height] = [imageWidth, imageHeight].map((side) => Math.min(side, RESOLUTION_LIMITS.windowSide));
  const [across, down] = [width ?? 0, height ?? 0];
  const data = tiledPhotograph(across, down);
  return { data, width: across, height: down, left: 0, top: 0, imageWidth, imageHeight, codecGrid: 8 };
}

/** Each size in a pool of its own, so that the peak of memory is that of this size. */
async function verifyFiles({ folder, isQuick }: BenchContext): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const [megapixels, width, height] of SIZES) {
    if (isQuick && megapixels > 12) continue;
    const { path } = await writePhotograph(folder, width, height);
    const known = await readChildren(process.pid);
    const pool = await createAnalysisPool({ size: 1 });
    try {
      const times: [without: number[], withPixels: number[]] = [[], []];
      for (let run = 0; run < WARM_UPS + (isQuick ? QUICK_RUNS : VERIFICATIONS); run++) {
        const without = await timeAnalysis(pool, path, false);
        const withPixels = await timeAnalysis(pool, path, true);
        if (run < WARM_UPS) continue;
        times[0].push(without);
        times[1].push(withPixels);
      }
      const made = (await readChildren(process.pid)).filter((pid) => !known.includes(pid));
      const peaks = await Promise.all(made.map(async (pid) => (await readResidentMemory(pid))?.peak ?? 0));
      rows.push([megapixels, summarize(times[0]).median, summarize(times[1]).median, Math.max(0, ...peaks)]);
    } finally {
      await pool.close();
    }
  }
  return rows;
}

/** Two servers at once, asked in turn: both meet the same load of the machine. */
async function verifyOverHttp({ folder, isQuick }: BenchContext): Promise<Cell[][]> {
  return withServerProcess(folder, (withPixels) =>
    withServerProcess(folder, (without) => askInTurn(folder, isQuick, without, withPixels), {
      ANALYSIS_PIXELS: 'false',
    }),
  );
}

async function askInTurn(
  folder: string,
  isQuick: boolean,
  without: BenchServer,
  withPixels: BenchServer,
): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const [megapixels, width, height] of SIZES) {
    if (isQuick && megapixels > 12) continue;
    const file = await writePhotograph(folder, width, height);
    const times: [without: number[], withPixels: number[]] = [[], []];
    for (let run = 0; run < WARM_UPS + (isQuick ? QUICK_RUNS : VERIFICATIONS); run++) {
      for (const [at, server] of [without, withPixels].entries()) {
        const { times: once } = await runClients(server, file, 1, 1, at === 0 ? VERIFY : VERIFY_PIXELS);
        if (run >= WARM_UPS) times[at]?.push(...once);
      }
    }
    rows.push([megapixels, summarize(times[0]).median, summarize(times[1]).median]);
  }
  return rows;
}

async function timeAnalysis(pool: AnalysisPool, path: string, measuresPixels: boolean): Promise<number> {
  const start = performance.now();
  const request = { path, trust: trustOf([]), at: new Date(), deadlineMs: DEADLINE_MS, measuresPixels };
  const { report } = await pool.analyze(request);
  const elapsedMs = performance.now() - start;
  const section = report.resolution_integrity;
  if (measuresPixels) assertMeasured(path, section.state === 'examined' ? section.facts.pixels : section);
  return elapsedMs;
}

/** A verification whose pixels were measured to the end. */
const VERIFY_PIXELS: Operation = {
  path: VERIFY.path,
  check: (file, answer) => {
    VERIFY.check(file, answer);
    const found = member(answer, 'resolution_integrity');
    if (member(found, 'measurement') == null) {
      assertMeasured(file.path, { reason: member(found, 'not_measured') });
    }
  },
};

/** What was given up, because its time was over or for another reason, would pass for fast, or slow. */
function assertMeasured(path: string, pixels: unknown): void {
  if (member(pixels, 'state') === 'measured') return;
  const reason = member(pixels, 'reason') ?? member(pixels, 'state');
  throw new Error(`${path}: the pixels were not measured (${String(reason)}), so this time counts for nothing`);
}
