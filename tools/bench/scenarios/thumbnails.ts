import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createThumbnailer } from '@revera/provenance';
import { concat, u8 } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import type { MadeFile } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { runClients } from '../http-client.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';

/** Edits of the file that its manifests tell of. */
const EDITS = [0, 5];
const ROUNDS = 8;
const REQUESTS_A_ROUND = 20;
/** Of the picture that a thumbnail is made of. */
const SIDE_PIXELS = 1024;
const MEDIA_TYPE = 'image/jpeg';

interface Series {
  file: MadeFile;
  manifests: number;
  pictures: boolean;
  times: number[];
}

/** What the pictures in manifests add to a verification: they are decoded, made anew and stored. */
export const thumbnails: Scenario = {
  name: 'thumbnails',
  async run({ folder, isQuick }) {
    const { series, pictureBytes } = await makeSeries(folder);
    await withServerProcess(folder, async (server) => {
      for (let round = 0; round < (isQuick ? 2 : ROUNDS + 1); round++) {
        for (const { file, times } of series) {
          const run = await runClients(server, file, 1, isQuick ? 4 : REQUESTS_A_ROUND);
          // The first round starts the process that decodes.
          if (round > 0) times.push(...run.times);
        }
      }
    });
    return {
      tables: [
        {
          title: 'POST /v1/content/verify, signed JPEG of 1 MB with and without pictures in its manifests, one client',
          columns: ['manifests', 'pictures', 'requests', 'fastest ms', 'median ms', 'p95 ms'],
          rows: series.map(({ manifests, pictures, times }) => {
            const { count, fastest, median, p95 } = summarize(times);
            return [manifests, pictures ? manifests * 2 - 1 : 'none', count, fastest, median, p95];
          }),
        },
      ],
      targets: [],
      notes: [
        `Each manifest has a picture of its own, a JPEG of 512 by 512 pixels (${formatSize(pictureBytes)}); the next one shows it again for its ingredient, and the same bytes are decoded once.`,
      ],
    };
  },
};

async function makeSeries(folder: string): Promise<{ series: Series[]; pictureBytes: number }> {
  const picture = await makePicture(folder);
  const authority = await createAuthority();
  const series: Series[] = [];
  for (const edits of EDITS) {
    for (const pictures of [false, true]) {
      // A last byte behind the picture's end, so that no two are the same.
      const thumbnailOf = (edit: number) => ({ bytes: concat(picture, u8(edit)), mediaType: MEDIA_TYPE });
      const options = (edit: number) => ({ authority, ...(pictures ? { thumbnail: thumbnailOf(edit) } : {}) });
      let bytes = await signMedia(buildJpeg({ sizeBytes: MIB }), MEDIA_TYPE, options(0));
      for (let edit = 1; edit <= edits; edit++) bytes = await signEdit(bytes, MEDIA_TYPE, options(edit));
      const path = join(folder, `${edits}-${pictures ? 'with' : 'without'}.jpg`);
      await writeFile(path, bytes);
      const file: MadeFile = { kind: 'jpeg', sizeBytes: MIB, isSigned: true, path, actualBytes: bytes.length };
      series.push({ file, manifests: edits + 1, pictures, times: [] });
    }
  }
  return { series, pictureBytes: picture.length };
}

/** As this service makes one when it signs. */
async function makePicture(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'picture.png');
  await writeFile(path, buildPng({ width: SIDE_PIXELS, height: SIDE_PIXELS }));
  const thumbnailer = createThumbnailer();
  try {
    const made = await thumbnailer.make(path, 'image/png');
    if (made === null) throw new Error('the picture could not be made');
    return made.bytes;
  } finally {
    await thumbnailer.close();
  }
}
