import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePicture, photograph } from '@revera/testkit/pixels';
import type { MadeFile } from './files.ts';

/** Pixels with the detail of a photograph, as large as wanted: one small picture again and again. */
export function tiledPhotograph(width: number, height: number): Uint8Array {
  const tile = photograph(640, 480, 1).data;
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += tile.length) data.set(tile.subarray(0, data.length - at), at);
  return data;
}

/** The same as a JPEG file in the folder. */
export async function writePhotograph(folder: string, width: number, height: number): Promise<MadeFile> {
  const path = join(folder, `${width}x${height}.jpg`);
  await writeFile(path, await encodePicture({ width, height, data: tiledPhotograph(width, height) }, 'jpeg:90'));
  const { size } = await stat(path);
  return { kind: 'jpeg', isSigned: false, sizeBytes: size, actualBytes: size, path };
}
