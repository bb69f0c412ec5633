import { makeFiles, type MadeFile } from '../files.ts';
import { runClients } from '../http-client.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { writePhotograph } from '../photographs.ts';
import { withServerProcess, type BenchServer } from '../server-process.ts';
import { median } from '../statistics.ts';
import type { Cell } from '../table.ts';

const ROUNDS = 3;
/** So that both cores have work: a preview is made beside the next verification. */
const CLIENTS = 2;
const PHOTO = { width: 4000, height: 3000 };

/** What the pictures beside results cost whoever verifies: the same files with and without them, in turns. */
export const httpPreviews: Scenario = {
  name: 'http-previews',
  async run({ folder, isQuick }) {
    const { files } = await makeFiles(folder, [{ kind: 'jpeg', sizeBytes: MIB, isSigned: true }]);
    const subjects = [
      ...files.map((file) => ({ name: 'signed JPEG of 1 MB, small picture', file, requests: 120, warm: 10 })),
      {
        name: 'JPEG of 12 megapixels',
        file: await writePhotograph(folder, PHOTO.width, PHOTO.height),
        requests: 40,
        warm: 4,
      },
    ];
    const rounds = isQuick ? 1 : ROUNDS;
    const rows = await withServer(folder, true, (on) =>
      withServer(folder, false, async (off) => {
        const compared: Cell[][] = [];
        for (const subject of subjects) {
          const rates: Readonly<Record<'on' | 'off', number[]>> = { on: [], off: [] };
          await runClients(on, subject.file, CLIENTS, subject.warm);
          await runClients(off, subject.file, CLIENTS, subject.warm);
          for (let round = 0; round < rounds; round += 1) {
            rates.off.push(await rateOf(off, subject));
            rates.on.push(await rateOf(on, subject));
          }
          const [without, beside] = [median(rates.off), median(rates.on)];
          compared.push([subject.name, without, beside, beside / without]);
        }
        return compared;
      }),
    );
    return {
      tables: [
        {
          title:
            'POST /v1/content/verify, two clients, two analysis threads, pixels not measured: medians of 3 in turns',
          columns: ['file', 'a second without previews', 'with', 'ratio'],
          rows,
        },
      ],
      targets: [],
      notes: [
        'Previews are made after the answer, by another process: they cost cores, and callers wait when there are none left.',
      ],
    };
  },
};

interface Subject {
  file: MadeFile;
  requests: number;
}

/** One of the two servers; the other one stands still meanwhile. */
function withServer<Value>(folder: string, previews: boolean, work: (server: BenchServer) => Promise<Value>) {
  // Measuring pixels costs as much again, and would hide what is looked for.
  return withServerProcess(folder, work, { PREVIEWS: String(previews), ANALYSIS_PIXELS: 'false' });
}

/** Verifications a second. */
async function rateOf(server: BenchServer, { file, requests }: Subject): Promise<number> {
  const { elapsedMs } = await runClients(server, file, CLIENTS, requests);
  return (requests / elapsedMs) * 1000;
}
