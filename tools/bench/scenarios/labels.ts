import { closeSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySpliced, openFileSource, planLabel, readLabels, sniff, type LabelText } from '@revera/provenance';
import { seededRandom } from '@revera/testkit';
import { mediaKinds, writeLargeMp4 } from '@revera/testkit/media';
import { countBytes } from '../count-bytes.ts';
import { formatSize } from '../format-size.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const LABEL: LabelText = {
  Label: '1',
  ContentProducer: 'Example',
  ProduceID: '42',
  ReservedCode1: '',
  ContentPropagator: 'Example',
  PropagateID: '42',
  ReservedCode2: '',
};
const REPETITIONS = 101;
const PHOTO_BYTES = 5 * MIB;
const JPEG_END_BYTES = 2;

/** What reading a label costs in large files, and how little of them it takes. */
export const labels: Scenario = {
  name: 'labels',
  async run({ folder, isQuick }) {
    const rows: Cell[][] = [];
    for (const { name, make } of LARGE_FILES) {
      const plain = join(folder, `plain-${name}`);
      await make(plain, isQuick);
      const labelled = join(folder, name);
      writeLabelled(plain, labelled);
      for (const [path, has] of [
        [labelled, 'yes'],
        [plain, 'no'],
      ] as const) {
        const { times, bytes, size, found } = read(path, isQuick ? 5 : REPETITIONS);
        if (found !== (has === 'yes' ? 1 : 0)) throw new Error(`${found} labels in ${path}`);
        const { count, fastest, median, p95 } = summarize(times);
        rows.push([name, formatSize(size), has, count, fastest, median, p95, bytes / 1024]);
      }
    }
    return {
      tables: [
        {
          title: 'Reading the China AIGC label',
          columns: ['file', 'size', 'label', 'runs', 'fastest ms', 'median ms', 'p95 ms', 'KiB read'],
          rows,
        },
      ],
      targets: [],
      notes: [
        'In the process itself, the file opened anew each time and in the cache of the system; all rules checked.',
      ],
    };
  },
};

/** Files whose size is not their metadata. */
export const LARGE_FILES: readonly { name: string; make: (path: string, isQuick: boolean) => Promise<void> }[] = [
  { name: 'photo.jpg', make: makePhoto },
  { name: 'video.mp4', make: (path, isQuick) => writeLargeMp4(path, (isQuick ? 10 : 200) * MIB) },
  {
    name: 'document.pdf',
    make: (path, isQuick) => writeFile(path, mediaKinds.pdf.build({ sizeBytes: (isQuick ? 5 : 50) * MIB })),
  },
];

/** Most of a photograph is image data, which is as good as noise; only markers are left out of it. About 5 MB. */
async function makePhoto(path: string): Promise<void> {
  const jpeg = mediaKinds.jpeg.build();
  const end = jpeg.length - JPEG_END_BYTES;
  const noise = seededRandom(1)
    .bytes(PHOTO_BYTES)
    .map((byte) => (byte === 0xff ? 0xfe : byte));
  await writeFile(path, Buffer.concat([jpeg.subarray(0, end), noise, jpeg.subarray(end)]));
}

function writeLabelled(from: string, to: string): void {
  const source = openFileSource(from);
  const mediaType = sniff(source);
  if (mediaType === null) throw new Error(`${from} is of no known type`);
  const descriptor = openSync(to, 'wx');
  copySpliced(source, planLabel(source, mediaType, LABEL).splices, (bytes) => writeSync(descriptor, bytes));
  closeSync(descriptor);
  source.close();
}

function read(path: string, repetitions: number): { times: number[]; bytes: number; size: number; found: number } {
  const times: number[] = [];
  let [bytes, size, found] = [0, 0, 0];
  for (let run = 0; run < repetitions; run++) {
    const start = performance.now();
    const source = openFileSource(path);
    const counted = countBytes(source);
    const mediaType = sniff(counted.source);
    found = mediaType === null ? 0 : readLabels(counted.source, mediaType).labels.length;
    source.close();
    times.push(performance.now() - start);
    [bytes, size] = [counted.bytes(), source.size];
  }
  return { times, bytes, size, found };
}
