import { be32, concat, u8 } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { box, boxOfType, buildJpeg, buildMp3With, buildMp4With, id3v2, itunesMeta } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';

const COVER = buildJpeg({ width: 1200, height: 1200 });
/** Says that it is a picture, and cannot be decoded. */
const BROKEN = buildJpeg({ width: 1200, height: 1200 }).subarray(0, 40);

let server: TestServer;
let mine: TestKey;
beforeAll(async () => {
  server = await openTestServer({ signing: true, background: true });
  mine = await server.createKey();
});
afterAll(() => server.close());

const song = (picture: Uint8Array): Uint8Array =>
  buildMp3With(id3v2(3, [{ id: 'APIC', data: concat(u8(0), 'image/jpeg\0', u8(3), u8(0), picture) }]));
function clip(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const covr = boxOfType('covr', boxOfType('data', be32(13, 0), picture));
  return buildMp4With({ moov: [box('udta', itunesMeta(covr))] });
}

async function verify(bytes: Uint8Array, given: { query?: string; headers?: Record<string, string> } = {}) {
  const call = { key: mine.key, form: form([filePart(Buffer.from(bytes), 'file')]), ...given };
  const { body } = await server.call('POST', '/v1/content/verify', call);
  await server.expectNothingLeft();
  return (body as { id: string }).id;
}

async function previewOf(jid: string): Promise<unknown> {
  await server.services.latePictures.settle();
  const { body } = await server.call('GET', '/v1/jobs/{jid}/report', { params: { jid }, key: mine.key });
  return (body as { preview: unknown }).preview;
}

describe('the preview of a recording or clip', () => {
  it.each([
    ['a song', () => verify(song(COVER))],
    ['a clip', () => verify(clip(COVER))],
    ['a clip that a worker reads', () => verify(clip(COVER), { headers: { prefer: 'respond-async' } })],
    ['a clip that is signed', async () => (await signOne(server.call, { key: mine.key, file: clip(COVER) })).id],
  ])('is the cover of %s, made anew', async (_what, ask) => {
    const jid = await ask();
    expect(await previewOf(jid)).toMatchObject({ shows: 'cover', width: 960, height: 960 });
    const { body } = await server.call('GET', '/v1/jobs/{jid}/preview', { params: { jid }, key: mine.key });
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 960, height: 960 });
  });

  it('is the cover rather than the picture in its credential, which is taken where the cover cannot be decoded', async () => {
    const authority = await createAuthority();
    const thumbnail = { bytes: buildJpeg({ width: 64, height: 32 }), mediaType: 'image/jpeg' };
    const signed = async (picture: Uint8Array) =>
      verify(await signMedia(clip(picture), 'video/mp4', { authority, thumbnail }));
    expect(await previewOf(await signed(COVER))).toMatchObject({ shows: 'cover' });
    expect(await previewOf(await signed(BROKEN))).toMatchObject({ shows: 'credential', width: 64 });
  });

  it.each([
    ['none was wanted', () => verify(clip(COVER), { query: '?preview=none' })],
    ['its cover cannot be decoded', () => verify(song(BROKEN))],
  ])('is missing where %s', async (_what, ask) => {
    expect(await previewOf(await ask())).toBeNull();
  });
});
