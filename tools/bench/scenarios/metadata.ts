import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { labelsIn, openFileSource, readMetadata, readVendor, sniff } from '@revera/provenance';
import { aigcCarriers, aigcFields, aigcText, mirrored } from '@revera/testkit/label';
import { labelOnlyKinds, mediaKinds } from '@revera/testkit/media';
import { vendorCases, type VendorCase } from '@revera/testkit/vendor';
import { countBytes } from '../count-bytes.ts';
import { LARGE_FILES } from '../large-files.ts';
import type { BenchContext, Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const RUNS = 21;
const QUICK_RUNS = 2;
/** What all work on one file's metadata may take together. */
const MEDIAN_MS = 1;
const P95_MS = 5;
const ATTACKS = 'attacks';

interface Group {
  name: string;
  /** Files made to be costly are measured, but are not part of what was promised. */
  isAttack: boolean;
  paths: string[];
}

interface Reading {
  ms: number;
  bytes: number;
}

/** What all metadata of a file cost together: its type, every place that is read, labels, and who made it. */
export const metadata: Scenario = {
  name: 'metadata',
  async run(context) {
    const groups = await makeGroups(context);
    for (const { paths } of groups) for (const path of paths) read(path);
    const runs = context.isQuick ? QUICK_RUNS : RUNS;
    const measured = groups.map(({ name, isAttack, paths }) => {
      // Round after round, so that a pause of the machine does not fall on one file alone.
      const readings = Array.from({ length: runs }, () => paths.map(read)).flat();
      return { name, isAttack, files: paths.length, readings };
    });
    const promised = measured.filter(({ isAttack }) => !isAttack).flatMap(({ readings }) => readings);
    const { median, p95 } = summarize(promised.map(({ ms }) => ms));
    return {
      tables: [
        {
          title: 'Reading all metadata of a file',
          columns: ['files', 'number', 'fastest ms', 'median ms', 'p95 ms', 'slowest ms', 'KiB read, mean'],
          rows: [
            ...measured.map(({ name, files, readings }) => rowOf(name, files, readings)),
            rowOf('all but the attacks', promised.length / runs, promised),
          ],
        },
      ],
      targets: [
        { name: 'all metadata of a file, median: ms', below: MEDIAN_MS, measured: median },
        { name: 'all metadata of a file, p95: ms', below: P95_MS, measured: p95 },
      ],
      notes: [
        'Measured in the process itself; each file is opened again each time and is in the system cache. Covers type, metadata, labels with all rules, and vendors with all rules.',
      ],
    };
  },
};

interface Sample {
  extension: string;
  build(): Uint8Array;
}

async function makeGroups({ folder, isQuick }: BenchContext): Promise<Group[]> {
  const groups: Group[] = [];
  for (const [name, samples] of Object.entries(smallFiles())) {
    const own = join(folder, String(groups.length));
    await mkdir(own);
    const paths: string[] = [];
    for (const sample of samples) {
      const path = join(own, `${paths.length}.${sample.extension}`);
      await writeFile(path, sample.build());
      paths.push(path);
    }
    groups.push({ name, isAttack: name === ATTACKS, paths });
  }
  const large: string[] = [];
  for (const { name, make } of LARGE_FILES) {
    const path = join(folder, name);
    await make(path, isQuick);
    large.push(path);
  }
  return [...groups, { name: 'large files', isAttack: false, paths: large }];
}

function smallFiles(): Record<string, readonly Sample[]> {
  const label = aigcText(mirrored(aigcFields()));
  const kinds = [...Object.values(mediaKinds), ...Object.values(labelOnlyKinds)];
  return {
    'marks of generators': chapters('ABC'),
    cameras: chapters('D'),
    'software, film, sound': chapters('EV'),
    'look-alikes': chapters('O'),
    labels: aigcCarriers.map((one) => ({ extension: one.extension, build: () => one.build(label) })),
    'kinds without metadata': kinds.map((kind) => ({ extension: kind.extension, build: () => kind.build() })),
    [ATTACKS]: chapters('H'),
  };
}

function chapters(letters: string): readonly VendorCase[] {
  return vendorCases.filter(({ id }) => letters.includes(id.charAt(0)));
}

function rowOf(name: string, files: number, readings: readonly Reading[]): Cell[] {
  const { fastest, median, p95 } = summarize(readings.map(({ ms }) => ms));
  const slowest = readings.reduce((worst, { ms }) => Math.max(worst, ms), 0);
  const bytes = readings.reduce((sum, reading) => sum + reading.bytes, 0) / readings.length;
  return [name, files, fastest, median, p95, slowest, bytes / 1024];
}

function read(path: string): Reading {
  const start = performance.now();
  const file = openFileSource(path);
  const counted = countBytes(file);
  const { source } = counted;
  const mediaType = sniff(source);
  if (mediaType !== null) {
    const findings = readMetadata(source, mediaType);
    labelsIn(findings, mediaType);
    readVendor(source, mediaType, findings);
  }
  file.close();
  return { ms: performance.now() - start, bytes: counted.bytes() };
}
