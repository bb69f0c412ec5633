// Makes the files that makeFiles requests: FOLDER KIND:BYTES:signed|unsigned|pictured …
import { readFile, writeFile } from 'node:fs/promises';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds, writeLargeMp4 } from '@revera/testkit/media';
import { signMedia, type SignOptions } from '@revera/testkit/sign';
import { parseSpec, pathOf, rootPathOf, type FileSpec } from './files.ts';
import { MIB } from './scenario.ts';

/** Above this, an MP4 is written a piece at a time. */
const LARGE_BYTES = 64 * MIB;
/** The picture of a photograph that cameras and editors put into the manifest. */
const PICTURE = { width: 1024, height: 768, sizeBytes: 120_000 };

const [folder, ...specs] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: make-files-program.ts FOLDER KIND:BYTES:signed|unsigned|pictured …');
const authority = await createAuthority();
const rsaAuthority = await createAuthority({ algorithm: 'PS256', rsaBits: 4096, authorityName: 'Revera Test RSA' });
await writeFile(rootPathOf(folder), authority.rootPem + rsaAuthority.rootPem);
for (const spec of specs.map(parseSpec)) await makeFile(pathOf(folder, spec), spec);

async function makeFile(path: string, { kind, sizeBytes, isSigned, isPictured }: FileSpec): Promise<void> {
  const media = mediaKinds[kind];
  if (kind === 'mp4' && sizeBytes > LARGE_BYTES) await writeLargeMp4(path, sizeBytes);
  else await writeFile(path, media.build({ sizeBytes }));
  if (!isSigned) return;
  const options: SignOptions =
    isPictured === true
      ? { authority: rsaAuthority, thumbnail: { bytes: buildJpeg(PICTURE), mediaType: 'image/jpeg' } }
      : { authority };
  await writeFile(path, await signMedia(await readFile(path), media.mediaType, options));
}
