import { flipByte } from '@revera/testkit';
import { createAuthority, EXPIRED_VALIDITY } from '@revera/testkit/authorities';
import { aigcFields, aigcText, jpegExif, jpegXmp, pngLatin, pngText, xmpForms, xmpPacket } from '@revera/testkit/label';
import { buildJpeg, buildPng, buildWav } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTENT_TYPES, type ContentType } from '../c2pa/sign/content-types.ts';
import { openSignBench, trustIn, type SignBench } from '../testing/sign-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import {
  CONTENT_DECLARATIONS,
  INTEGRITY_STATUSES,
  METADATA_STATUSES,
  PROVENANCE_STATUSES,
  type Verdict,
} from './verdict.ts';

const SETTINGS = 'x\nSteps: 20, Sampler: Euler a, Seed: 1, Model: m1, Version: v1.9.4';
const credit = (text: string): Uint8Array =>
  xmpPacket(
    `<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="${text}"/>`,
  );
const labelled = (Label: string): Uint8Array =>
  jpegXmp(xmpForms.element(aigcText(aigcFields({ Label, ContentProducer: 'Example AI', ProduceID: '42' }))));

/** Files without a credential, for every value that one of them reaches. */
const FILES: readonly Uint8Array[] = [
  buildJpeg(),
  ...['1', '2', '3'].map(labelled),
  pngText(pngLatin('parameters', SETTINGS)),
  jpegXmp(credit('Edited with Google AI')),
  jpegExif({ tags: { Make: 'Canon' } }),
  jpegExif({ tags: { Make: 'Canon' }, userComment: `ASCII\0\0\0${SETTINGS}` }),
  jpegExif({ tags: { Software: 'GIMP 2.10' } }),
  jpegExif({ tags: { Software: 'something' } }),
  buildWav().subarray(0, 86),
];

let bench: SignBench;
let verdicts: Verdict[];
beforeAll(async () => {
  bench = await openSignBench();
  const authority = await createAuthority();
  const expired = await createAuthority({ validity: EXPIRED_VALIDITY });
  const trust = trustIn(authority);
  const judge = async (bytes: Uint8Array, by: TrustSnapshot = trust): Promise<Verdict> =>
    (await bench.analyzeBytes(bytes, by)).verdict;
  const types = Object.keys(CONTENT_TYPES) as ContentType[];
  const signed = await bench.sign(buildPng(), { authority });
  verdicts = [];
  for (const file of FILES) verdicts.push(await judge(file));
  for (const contentType of types) {
    verdicts.push(await judge(await bench.sign(buildPng(), { authority, declarations: { contentType } })));
  }
  verdicts.push(await judge(signed, NO_LISTS));
  verdicts.push(await judge(flipByte(signed, Buffer.from(signed).indexOf('IDAT') + 9)));
  const sign = (bytes: Uint8Array) => authority.sign(flipByte(bytes, 0));
  verdicts.push(await judge(await signMedia(buildJpeg(), 'image/jpeg', { authority: { ...authority, sign } })));
  verdicts.push(await judge(await signMedia(buildJpeg(), 'image/jpeg', { authority: expired })));
  const actions = [{ action: 'c2pa.created', digitalSourceType: 'http://c2pa.org/digitalsourcetype/empty' }];
  verdicts.push(await judge(await signMedia(buildJpeg(), 'image/jpeg', { authority, actions })));
});
afterAll(() => bench.close());

it.each<[string, readonly string[], (verdict: Verdict) => string | undefined]>([
  ['provenance_status', PROVENANCE_STATUSES, (verdict) => verdict.provenance_status],
  ['credential_integrity_status', INTEGRITY_STATUSES, (verdict) => verdict.integrity_status],
  ['summary.content_declaration', CONTENT_DECLARATIONS, (verdict) => verdict.content_declaration],
  ['metadata.status', METADATA_STATUSES, (verdict) => verdict.metadata?.status],
  ['summary.ai_generated', ['true', 'false', 'null'], (verdict) => String(verdict.ai_generated)],
])('every value of %s is reached by a file', (_member, values, of) => {
  const reached = new Set(verdicts.map(of));
  expect(values.filter((value) => !reached.has(value))).toEqual([]);
});
