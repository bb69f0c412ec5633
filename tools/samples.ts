// Draws the four samples of the start page and signs them with a key that is thrown away: npx tsx --conditions=revera-source tools/samples.ts
// Every run makes other bytes, because the key is new.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { createAuthority } from '@revera/testkit/authorities';
import { aigcText, xmpForms } from '@revera/testkit/label';
import { jpegSegment } from '@revera/testkit/media';
import { digitalSourceTypes, signMedia, type Action } from '@revera/testkit/sign';
import { islandScene, karstScene, lakeScene } from './samples/scenes.ts';

const FOLDER = new URL('../packages/server/src/site/samples/files/', import.meta.url).pathname;
const BYTES_MAX = 60 * 1024;
const JPEG = 'image/jpeg';
const XMP_HEADER = 'http://ns.adobe.com/xap/1.0/\0';
const APP1 = 0xe1;
const SOI_BYTES = 2;

/** The subject says what it is: nobody can take it for the maker of a camera or a generator. */
const authority = await createAuthority({
  subject: 'CN=Revera Sample Signer, O=Revera Samples (demonstration only), C=XX',
  authorityName: 'Revera Samples (demonstration only)',
});

function encode(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).jpeg({ quality: 74, mozjpeg: true }).toBuffer();
}

interface Made {
  title: string;
  /** The program that says how it was made; its name says that it is none. */
  maker: string;
  source: string;
}

async function signed(bytes: Buffer, { title, maker, source }: Made): Promise<Buffer> {
  const claimGenerator = { name: maker, version: '1.0' };
  const actions: readonly Action[] = [
    { action: 'c2pa.created', digitalSourceType: source, softwareAgent: claimGenerator },
  ];
  return Buffer.from(await signMedia(bytes, JPEG, { authority, title, claimGenerator, actions }));
}

/** The manifest store of a signed picture before the pixels of another: what a careless or a dishonest change leaves. */
function withStoreOf(from: Buffer, original: Buffer, pixels: Buffer): Buffer {
  // The engine puts the store behind the first segment and changes nothing else, so the difference in length is the store.
  const storeBytes = from.length - original.length;
  let at = SOI_BYTES;
  while (from.readUInt16BE(at) !== 0xffeb) at += 2 + from.readUInt16BE(at + 2);
  return Buffer.concat([pixels.subarray(0, SOI_BYTES), from.subarray(at, at + storeBytes), pixels.subarray(SOI_BYTES)]);
}

function labelled(bytes: Buffer): Buffer {
  const text = aigcText({
    Label: '1',
    ContentProducer: 'ReveraSamples',
    ProduceID: 'revera-sample-0001',
    ReservedCode1: '',
    ContentPropagator: 'ReveraSamples',
    PropagateID: 'revera-sample-0001',
    ReservedCode2: '',
  });
  const packet = Buffer.concat([Buffer.from(XMP_HEADER, 'latin1'), Buffer.from(xmpForms.attribute(text))]);
  return Buffer.concat([bytes.subarray(0, SOI_BYTES), jpegSegment(APP1, packet), bytes.subarray(SOI_BYTES)]);
}

const lake = await encode(lakeScene({ hasVisitor: false }));
const photograph = await signed(lake, {
  title: 'photograph.jpg',
  maker: 'Lake Camera (sample)',
  source: digitalSourceTypes.digitalCapture,
});
const visited = await encode(lakeScene({ hasVisitor: true }));
const samples: Readonly<Record<string, Buffer>> = {
  'sample-ai-picture': await signed(await encode(islandScene()), {
    title: 'ai-picture.jpg',
    maker: 'Lighthouse Painter (sample)',
    source: digitalSourceTypes.trainedAlgorithmicMedia,
  }),
  'sample-photograph': photograph,
  'sample-changed': withStoreOf(photograph, lake, visited),
  'sample-aigc-label': labelled(await encode(karstScene())),
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, bytes] of Object.entries(samples)) {
  if (bytes.length > BYTES_MAX) throw new Error(`${name} has ${bytes.length} bytes`);
  writeFileSync(join(FOLDER, `${name}.jpg`), bytes);
  writeFileSync(
    join(FOLDER, `${name}-small.webp`),
    await sharp(bytes).resize(480, 320).webp({ quality: 72 }).toBuffer(),
  );
}

const digests = Object.entries(samples).map(([name, bytes]) => {
  return `  '${name.replace('sample-', '')}': '${createHash('sha256').update(bytes).digest('hex')}',`;
});
writeFileSync(
  new URL('../packages/server/src/site/samples/sample-digests.ts', import.meta.url),
  `/** SHA-256 of each sample; \`tools/samples.ts\` writes this file with the samples. */\nexport const SAMPLE_DIGESTS = {\n${digests.join('\n')}\n} as const;\n`,
);
