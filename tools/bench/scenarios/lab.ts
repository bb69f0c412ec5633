import { stat } from 'node:fs/promises';
import { bufferSource, examineClip, openFileSource } from '@revera/provenance';
import { mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { mediaKinds } from '@revera/testkit/media';
import { countBytes } from '../count-bytes.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell, Table } from '../table.ts';

const RUNS = 21;
const MEDIAN_MS = 40;
const READ_MIB = 1;
const LONGEST_MS = 100;
const SMALL_BYTES = 64 * 1024;
const CLIP = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=24:d=5', '-f', 'lavfi', '-i', 'sine=f=440:r=44100:d=5'];
const CODECS = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-b:v', '8M', '-c:a', 'aac'];

interface Measured {
  row: Cell[];
  median: number;
  mib: number;
}

/** What the lab takes for a clip of 10 MB and of 1 GB, and for damaged ones. */
export const lab: Scenario = {
  name: 'lab',
  run(context) {
    const absent = missingPrograms(['ffmpeg']);
    if (absent.length > 0)
      return Promise.resolve({ tables: [], targets: [], notes: ['ffmpeg is absent: not measured'] });
    return measure(context.isQuick);
  },
};

async function measure(isQuick: boolean): Promise<Awaited<ReturnType<Scenario['run']>>> {
  const kit = new ClipKit();
  try {
    const clip = kit.ffmpeg('clip.mp4', CLIP, CODECS);
    const { size } = await stat(clip);
    const sizes = isQuick ? [10 * MIB] : [10 * MIB, 1024 * MIB];
    const measured = sizes.map((bytes) => {
      const loops = String(Math.max(1, Math.round(bytes / size)));
      const looped = kit.ffmpeg(`${bytes}.mp4`, '-stream_loop', loops, '-i', clip, '-c', 'copy');
      return examineOften(looped, `${bytes / MIB} MiB, index at the end`);
    });
    const damaged = examineDamaged(kit);
    return {
      tables: [
        {
          title: 'The lab: examining a clip',
          columns: ['clip', 'first ms', 'fastest ms', 'median ms', 'KiB read'],
          rows: measured.map(({ row }) => row),
        },
        damaged.table,
      ],
      targets: [
        {
          name: 'lab, a clip, median: ms',
          below: MEDIAN_MS,
          measured: Math.max(...measured.map(({ median }) => median)),
        },
        { name: 'lab, read of a clip: MiB', below: READ_MIB, measured: Math.max(...measured.map(({ mib }) => mib)) },
        { name: 'lab, the longest damaged clip: ms of the processor', below: LONGEST_MS, measured: damaged.longest },
      ],
      notes: [
        'REVERA_MUTATIONS sets the number of damaged clips. Each clip is opened again each time, from the system cache.',
      ],
    };
  } finally {
    kit.close();
  }
}

function examineOften(path: string, name: string): Measured {
  const times: number[] = [];
  let kib = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const file = openFileSource(path);
    const counted = countBytes(file);
    const start = performance.now();
    examineClip(counted.source, 'kling');
    times.push(performance.now() - start);
    kib = counted.bytes() / 1024;
    file.close();
  }
  const { median } = summarize(times);
  return { row: [name, times[0] ?? 0, Math.min(...times), median, kib], median, mib: kib / 1024 };
}

/** Processor time, since others work on the machine at the same time; a pause of the collector is part of it. */
function examineDamaged(kit: ClipKit): { table: Table; longest: number } {
  const { mutations, seed } = mutationRun;
  const random = seededRandom(seed);
  const originals = [...Object.values(mediaKinds).map((kind) => kind.build()), ...smallClips(kit)];
  let [longest, heap] = [0, 0];
  for (let index = 0; index < mutations; index += 1) {
    const damaged = mutateFile(originals[index % originals.length] ?? new Uint8Array(0), random);
    const before = process.cpuUsage();
    examineClip(bufferSource(damaged), 'kling');
    longest = Math.max(longest, process.cpuUsage(before).user / 1000);
    heap = Math.max(heap, process.memoryUsage.rss() / MIB);
  }
  const columns = ['damaged clips', 'seed', 'longest ms of the processor', 'largest memory of the process, MiB'];
  return { table: { title: 'The lab: damaged clips', columns, rows: [[mutations, seed, longest, heap]] }, longest };
}

function smallClips(kit: ClipKit): Uint8Array[] {
  const wanted = new Set(['2', '10', '12', '13', '45', '54ts', '54flv', '54avi']);
  return LAB_CASES.filter(({ id }) => wanted.has(id)).map(({ build }) => build(kit).subarray(0, SMALL_BYTES));
}
