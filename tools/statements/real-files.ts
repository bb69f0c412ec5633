import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bufferSource,
  createInspector,
  makeTrustList,
  makeTrustSnapshot,
  parseTrustList,
  type TrustListName,
  type TrustSnapshot,
} from '@revera/provenance';
import type { Row } from './table.ts';

/** Certificates are valid or expired as of this instant, so that the rows are the same on any day. */
const AT = new Date('2026-11-20T00:00:00.000Z');
const DAY_MS = 24 * 60 * 60 * 1000;

/** Files beside the repository. Nothing of them is committed: a row has our sentences and a description. */
const FILES: readonly (readonly [file: string, from: string])[] = [
  ['world/bing_creator_cloud_surfing_puppy.jpg', 'A picture of Bing Image Creator, signed by Microsoft'],
  ['vendor/flux-1.png', 'A picture of FLUX, signed by its vendor'],
  ['c2pa/c2pa-rs/express-signed.pdf', 'A document of Adobe Express'],
  ['c2pa/c2pa-rs/ocsp.jpg', 'A picture edited in Photoshop with Firefly'],
  ['c2pa/c2pa-rs/ocsp_with_assertion.jpg', 'A picture signed by Adobe that declares nothing'],
  ['c2pa/c2pa-rs/C.jpg', 'A test picture of the reference SDK'],
  ['c2pa/c2pa-rs/CA.jpg', 'A test picture of the reference SDK that declares nothing'],
  ['c2pa/c2pa-rs/C_with_CAWG_data.jpg', 'A test picture that declares a capture'],
  ['world/cards_trusted.jpg', 'A photograph signed below a test root, with EXIF of a phone'],
  ['world/cards_expired_with_timestamp.jpg', 'The same, certificate ended, time stamp of a known authority'],
  ['world/cards_expired_without_timestamp.jpg', 'The same without a time stamp'],
  ['world/cards_invalid.jpg', 'The same, changed after signing'],
  ['c2pa/public-testfiles/image/jpeg/nikon-20221019-building.jpeg', 'A photograph of a Nikon, certificate ended'],
  [
    'c2pa/public-testfiles/image/jpeg/truepic-20230212-camera.jpg',
    'A photograph signed by Truepic, content not the same',
  ],
  ['c2pa/public-testfiles/image/jpeg/adobe-20220124-E-dat-CA.jpg', 'A test picture whose content was damaged'],
  ['c2pa/public-testfiles/image/jpeg/adobe-20220124-E-sig-CA.jpg', 'A test picture whose signature was damaged'],
  [
    'c2pa/public-testfiles/image/jpeg/adobe-20220124-E-uri-CIE-sig-CA.jpg',
    'A test picture whose ingredient was changed',
  ],
  ['c2pa/c2pa-rs/prerelease.jpg', 'A store in a format from before C2PA 1.0'],
  ['c2pa/c2pa-rs/no_alg.jpg', 'A store without an algorithm, EXIF of a phone'],
  ['aigc/doubao_black_1x1_1.png', 'A picture of Doubao with its label'],
  ['aigc/jimeng_cap_A.png', 'A picture of Jimeng with its label'],
  ['vendor/midjourney-1.png', 'A picture of Midjourney without a credential'],
  ['vendor/grok-1.jpg', 'A picture of Grok without a credential'],
  ['c2pa/c2pa-rs/IMG_0003.jpg', 'A photograph without a credential'],
  ['c2pa/c2pa-rs/cloud.jpg', 'A picture whose credential is kept elsewhere'],
  ['c2pa/c2pa-rs/basic.pdf', 'A document that names its program'],
  ['c2pa/c2pa-rs/mars.webp', 'A picture without anything'],
];

/** What is found in these files by the lists in `../shared/trust`. */
export async function realRows(corpus: string, trust: string): Promise<Row[]> {
  const inspector = await createInspector();
  const snapshot = listsIn(trust);
  const rows: Row[] = [];
  for (const [file, from] of FILES) {
    const source = bufferSource(new Uint8Array(readFileSync(join(corpus, file))));
    rows.push([from, (await inspector.inspect(source, { trust: snapshot, at: AT })).report]);
  }
  return rows;
}

function listsIn(folder: string): TrustSnapshot {
  const certificates = (name: TrustListName, file: string): string[] =>
    parseTrustList(readFileSync(join(folder, file), 'utf8'), { name }).certificates;
  const list = (name: TrustListName, anchors: string[], allowed: string[] = []) =>
    makeTrustList({ name, anchors, allowed, fetched_at: AT.toISOString(), last_fetch_failed: false });
  const lists = [
    list('c2pa', certificates('c2pa', 'C2PA-TRUST-LIST.json')),
    list('c2pa_tsa', certificates('c2pa_tsa', 'C2PA-TSA-TRUST-LIST.json')),
    list(
      'legacy',
      certificates('legacy', 'legacy-anchors.pem'),
      certificates('legacy', 'legacy-allowed-end-entities.pem'),
    ),
  ];
  return makeTrustSnapshot(lists, ['c2pa', 'c2pa_tsa', 'legacy'], 2 * DAY_MS);
}
