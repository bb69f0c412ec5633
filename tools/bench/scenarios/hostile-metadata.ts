import { bufferSource, labelsIn, readMetadata, readVendor, sniff } from '@revera/provenance';
import { mutateFile, seededRandom } from '@revera/testkit';
import { hostileFiles } from '@revera/testkit/hostile';
import { aigcCarriers, aigcFields, aigcText, hostileLabelFiles, mirrored } from '@revera/testkit/label';
import { mediaKinds } from '@revera/testkit/media';
import { vendorCases } from '@revera/testkit/vendor';
import { formatSize } from '../format-size.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const MUTATIONS = 100_000;
const QUICK_MUTATIONS = 2_000;
const SEED = 20_261_121;
const SHOWN = 12;
/** Cases that are attacks already. */
const ATTACKS = /^H/;
const BOMB_RUNS = 5;
const SUSPECT_MS = 5;
/** How long one mutated file may take. */
const SLOWEST_MS = 50;

/** What looking for labels and makers costs in files that are out to make it costly. */
export const hostileMetadata: Scenario = {
  name: 'hostile-metadata',
  run({ isQuick }) {
    const mutated = measureMutations(isQuick ? QUICK_MUTATIONS : MUTATIONS);
    const { count, median, p95 } = summarize(mutated.times);
    const slowest = mutated.times.reduce((worst, ms) => Math.max(worst, ms), 0);
    return Promise.resolve({
      tables: [
        {
          title: 'Mutated files',
          columns: ['files', 'median ms', 'p95 ms', 'slowest ms', 'heap growth MB'],
          rows: [[count, median, p95, slowest, mutated.heapMegabytes]],
        },
        {
          title: 'The most costly of the made attacks',
          columns: ['attack', 'size', 'fastest ms', 'median ms'],
          rows: measureAttacks(isQuick ? 1 : BOMB_RUNS),
        },
      ],
      targets: [{ name: 'slowest of the mutated files: ms', below: SLOWEST_MS, measured: slowest }],
      notes: [
        'Each file is read once, and one that took more than 5 ms is read twice more; the fastest run counts. All rules for labels and makers are applied. The heap is measured after a garbage collection if the program may trigger one (NODE_OPTIONS=--expose-gc).',
      ],
    });
  },
};

function measureMutations(files: number): { times: number[]; heapMegabytes: number } {
  const text = aigcText(mirrored(aigcFields()));
  const originals = [
    ...aigcCarriers.map((carrier) => carrier.build(text)),
    ...Object.values(mediaKinds).map((kind) => kind.build()),
    ...vendorCases.filter(({ id }) => !ATTACKS.test(id)).map((one) => one.build()),
  ];
  const random = seededRandom(SEED);
  const times: number[] = [];
  for (const original of originals) timeReading(original);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < files; index++) {
    const original = originals[index % originals.length];
    if (original !== undefined) times.push(costOfReading(mutateFile(original, random)));
  }
  globalThis.gc?.();
  return { times, heapMegabytes: (process.memoryUsage().heapUsed - before) / MIB };
}

function measureAttacks(runs: number): Cell[][] {
  const ofVendors = vendorCases.filter(({ id }) => ATTACKS.test(id)).map((one) => [one.id, one] as const);
  const attacks = [...Object.entries({ ...hostileFiles, ...hostileLabelFiles }), ...ofVendors].map(([name, attack]) => {
    const file = attack.build();
    const times = Array.from({ length: runs }, () => timeReading(file));
    return { name, size: file.length, ...summarize(times) };
  });
  return attacks
    .toSorted((a, b) => b.median - a.median)
    .slice(0, SHOWN)
    .map(({ name, size, fastest, median }) => [name, formatSize(size), fastest, median]);
}

/** What a file costs, not what else the machine did at the time: one that seems slow is read twice more. */
function costOfReading(file: Uint8Array): number {
  const first = timeReading(file);
  if (first < SUSPECT_MS) return first;
  return Math.min(first, timeReading(file), timeReading(file));
}

function timeReading(file: Uint8Array): number {
  const start = performance.now();
  const source = bufferSource(file);
  const mediaType = sniff(source);
  if (mediaType !== null) {
    const findings = readMetadata(source, mediaType);
    labelsIn(findings, mediaType);
    readVendor(source, mediaType, findings);
  }
  return performance.now() - start;
}
