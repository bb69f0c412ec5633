import type { ThumbnailCopy } from '@revera/provenance';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { expireJobs } from './queries/end.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.services.latePictures.settle());
afterAll(() => server.close());

const own: ThumbnailCopy = {
  manifestLabel: 'urn:c2pa:1',
  ingredientLabel: null,
  width: 256,
  height: 1,
  bytes: Uint8Array.of(1, 2, 3),
};
const hostile: ThumbnailCopy = { ...own, ingredientLabel: `{c2pa,'"\\}NULL`, bytes: new Uint8Array(32_768) };

/** A verification whose pictures are copied when `copied` is called, and not before. */
async function verifyWithPictures(): Promise<{ id: string; copied: (copies: readonly ThumbnailCopy[]) => void }> {
  const { analysis } = server.services;
  let copied = (_copies: readonly ThumbnailCopy[]): void => undefined;
  const copying = new Promise<readonly ThumbnailCopy[]>((resolve) => {
    copied = resolve;
  });
  const analyze: typeof analysis.analyze = async (request) => ({ ...(await analysis.analyze(request)), copying });
  const { call } = server.variant({ services: { analysis: { ...analysis, analyze } } });
  const { body } = await call('POST', '/api/analyze', {
    form: form([filePart(Buffer.from(buildJpeg()), 'files', 'a.jpg')]),
  });
  const [item] = (body as { results: { result: { id: string } }[] }).results;
  if (item === undefined) throw new Error('no result');
  return { id: item.result.id, copied };
}

const picture = (jid: string, position: number) =>
  server.call('GET', '/v1/jobs/{jid}/thumbnails/{position}', { params: { jid, position: String(position) } });

async function listed(jid: string): Promise<unknown> {
  const { body } = await server.call('GET', '/v1/jobs/{jid}/report', { params: { jid } });
  return (body as { thumbnails: unknown }).thumbnails;
}

const query = (text: string, id: string) => server.services.database.pool.query(text, [id]);
const runOut = (id: string) => query(`update job set pictures_until = now() - interval '1 s' where id = $1`, id);
const stored = async (id: string) => (await query('select from job_thumbnail where job_id = $1', id)).rowCount;
const awaited = async (id: string) =>
  (await query('select from job where id = $1 and pictures_until > now()', id)).rowCount === 1;

describe('the pictures of a result', () => {
  it('are not waited for by the answer, and are by whoever wants to see them', async () => {
    const { id, copied } = await verifyWithPictures();
    expect([await awaited(id), await stored(id)]).toEqual([true, 0]);
    const answered: string[] = [];
    const report = listed(id).finally(() => answered.push('report'));
    const bytes = picture(id, 1).finally(() => answered.push('picture'));
    // Passes the queue of the pool behind them: both have looked for the pictures by now, in vain.
    for (let turn = 0; turn < 20; turn += 1) await awaited(id);
    expect(answered).toEqual([]);
    copied([own, hostile]);
    const entry = { manifest_label: 'urn:c2pa:1', width: 256, height: 1 };
    expect(await report).toMatchObject([
      { ...entry, position: 0, ingredient_label: null },
      { ...entry, position: 1, ingredient_label: hostile.ingredientLabel },
    ]);
    expect((await bytes).body).toEqual(Buffer.from(hostile.bytes));
    expect(await awaited(id)).toBe(false);
  });

  it('are none when none could be copied', async () => {
    const { id, copied } = await verifyWithPictures();
    copied([]);
    expect(await listed(id)).toEqual([]);
    expect(await awaited(id)).toBe(false);
  });

  it('are absent when they did not come in time, and stay absent: a report does not change', async () => {
    const { id, copied } = await verifyWithPictures();
    await runOut(id);
    expect([await listed(id), (await picture(id, 0)).status]).toEqual([[], 404]);
    copied([own]);
    await server.services.latePictures.settle();
    expect([await listed(id), await stored(id)]).toEqual([[], 0]);
  });

  it('are absent when they cannot be stored, and the result is there', async () => {
    const { id, copied } = await verifyWithPictures();
    copied([own, { ...own, bytes: new Uint8Array(32_769) }]);
    await server.services.latePictures.settle();
    await runOut(id);
    expect([await listed(id), await stored(id)]).toEqual([[], 0]);
  });

  it('leave nothing in a job that has expired or was deleted meanwhile', async () => {
    const [expired, deleted] = [await verifyWithPictures(), await verifyWithPictures()];
    await query('update job set expires_at = now() where id = $1', expired.id);
    await expireJobs(server.services.database.db);
    await query('delete from job where id = $1', deleted.id);
    for (const { copied } of [expired, deleted]) copied([own]);
    await server.services.latePictures.settle();
    expect([await stored(expired.id), await stored(deleted.id)]).toEqual([0, 0]);
  });

  it('are stored before the service ends', async () => {
    const { id, copied } = await verifyWithPictures();
    const ended: string[] = [];
    const settled = server.services.latePictures.settle().then(() => ended.push('settled'));
    await awaited(id);
    expect(ended).toEqual([]);
    copied([own]);
    await settled;
    expect(await stored(id)).toBe(1);
  });
});
