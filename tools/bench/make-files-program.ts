// Makes the files that makeFiles requests: FOLDER KIND:BYTES:signed|unsigned …
import { readFile, writeFile } from 'node:fs/promises';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { mediaKinds, writeLargeMp4 } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { parseSpec, pathOf, rootPathOf, type FileSpec } from './files.ts';
import { MIB } from './scenario.ts';

/** Above this, an MP4 is written a piece at a time. */
const LARGE_BYTES = 64 * MIB;

const [folder, ...specs] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: make-files-program.ts FOLDER KIND:BYTES:signed|unsigned …');
const authority = await createAuthority();
await writeFile(rootPathOf(folder), authority.rootPem);
for (const spec of specs.map(parseSpec)) await makeFile(pathOf(folder, spec), spec, authority);

async function makeFile(path: string, { kind, sizeBytes, isSigned }: FileSpec, signer: Authority): Promise<void> {
  const media = mediaKinds[kind];
  if (kind === 'mp4' && sizeBytes > LARGE_BYTES) await writeLargeMp4(path, sizeBytes);
  else await writeFile(path, media.build({ sizeBytes }));
  if (isSigned) await writeFile(path, await signMedia(await readFile(path), media.mediaType, { authority: signer }));
}
