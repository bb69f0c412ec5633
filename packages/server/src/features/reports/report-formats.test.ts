import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import type { VerificationResult } from '@revera/provenance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { openReportPrinter, type ReportPrinter, type ReportPrinterOptions } from './report-pdf/report-printer.ts';

const REPORT = '/v1/jobs/{jid}/report';
const ENDLESS = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
  )}`,
);

let server: TestServer;
let owner: TestKey;
let job: VerificationResult;
const printers: ReportPrinter[] = [];

beforeAll(async () => {
  const authority = await createAuthority();
  const signed = Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority }));
  server = await openTestServer({ trustedRoots: [authority.rootPem] });
  owner = await server.createKey();
  const upload = form([filePart(signed, 'file', '"; filename=evil.exe\r\nx: y')]);
  job = (await server.call('POST', '/v1/content/verify', { key: owner.key, form: upload })).body as VerificationResult;
});
afterAll(async () => {
  await server.close();
  for (const printer of printers) await printer.close();
});

const read = (query: string, call: Call = {}): Promise<Answer> =>
  server.call('GET', REPORT, { params: { jid: job.id }, key: owner.key, query, ...call });

/** The same service with another printer. */
function withPrinter(options: ReportPrinterOptions): (query: string) => Promise<Answer> {
  const reports = openReportPrinter(options);
  printers.push(reports);
  const { call } = server.variant({ services: { reports } });
  return (query) => call('GET', REPORT, { params: { jid: job.id }, key: owner.key, query });
}

const textOf = ({ body }: Answer): string => (Buffer.isBuffer(body) ? body.toString('latin1') : String(body));

describe('GET /v1/jobs/{jid}/report', () => {
  it('200 pdf: a document, named by the job alone', async () => {
    const answer = await read('?format=pdf');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${job.id}.report.pdf"`,
      'content-language': 'en',
      'x-content-type-options': 'nosniff',
    });
    expect(textOf(answer)).toMatch(/^%PDF-1\.7\n[^]*\n%%EOF\n$/);
  });

  it('200 pdf: the same bytes each time, others in the other language', async () => {
    const [one, two, chinese] = [
      await read('?format=pdf'),
      await read('?format=pdf&lang=en', { headers: { 'accept-language': 'zh' } }),
      await read('?format=pdf&lang=zh-CN'),
    ].map(textOf);
    expect(one).toBe(two);
    expect(one).not.toBe(chinese);
    expect([one, chinese].map((text) => /\/Lang \(([\w-]+)\)/.exec(text ?? '')?.[1])).toEqual(['en', 'zh-CN']);
  });

  it('200 html: a page of its own, named by the job alone, that may run and load nothing', async () => {
    const answer = await read('?format=html&lang=zh-CN');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${job.id}.report.html"`,
      'content-language': 'zh-CN',
    });
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=+'; img-src data:; base-uri 'none';/,
    );
    const text = textOf(answer);
    expect(text).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
    expect(text).toContain(job.sha256);
    expect(text).not.toMatch(/<script|<link|<iframe|<form| style=| on[a-z]+=/);
    // The preview, written into the file.
    expect(text.match(/<img[^>]*? src="[^"]{0,23}/g)).toEqual(['<img src="data:image/webp;base64,']);
  });

  it.each([
    ['?lang=zh-CN', 'en', /\p{Script=Han}/u],
    ['?lang=en', 'zh', /^[^\p{Script=Han}]*$/u],
    ['', 'zh', /\p{Script=Han}/u],
    ['', 'de', /^[^\p{Script=Han}]*$/u],
  ])('200 json in the language of "%s", else of Accept-Language %s', async (query, accepted, expected) => {
    const { body } = await read(query, { headers: { 'accept-language': accepted } });
    expect((body as { result: VerificationResult }).result.understand[0]?.text).toMatch(expected);
  });

  it('422 for a language that there is not', async () => {
    const answer = await read('?format=pdf&lang=fr');
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['query', 'lang'], type: 'enum' }] }]);
  });

  it.each(['pdf', 'html'])('404 NOT_FOUND for the %s of a job that has no result', async (format) => {
    const { pool } = server.services.database;
    const upload = form([filePart(Buffer.from(buildJpeg()), 'file', 'a.jpg')]);
    const { body } = await server.call('POST', '/v1/content/verify', { key: owner.key, form: upload });
    const { id } = body as VerificationResult;
    await pool.query('update job set result = null, evidence = null where id = $1', [id]);
    const answer = await read(`?format=${format}`, { params: { jid: id } });
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });

  it('429 RATE_LIMITED when too many reports are being made, and no other form waits for them', async () => {
    const busy = withPrinter({ threads: 0, waiting: 0 });
    const answer = await busy('?format=pdf');
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await busy('?format=html')).status).toBe(200);
    expect((await busy('')).status).toBe(200);
  });

  it('504 JOB_TIMEOUT when a report is not made in time', async () => {
    const slow = withPrinter({ threadUrl: ENDLESS, deadlineMs: 100 });
    const answer = await slow('?format=pdf');
    expect([answer.status, answer.body]).toMatchObject([504, { error: { code: 'JOB_TIMEOUT' } }]);
  });

  it('500 INTERNAL_ERROR, without a word on the inside, when the thread fails', async () => {
    const broken = withPrinter({ threadUrl: new URL('./absent.js', import.meta.url) });
    const answer = await broken('?format=pdf');
    expect([answer.status, answer.body]).toMatchObject([500, { error: { code: 'INTERNAL_ERROR' } }]);
    expect(JSON.stringify(answer.body)).not.toContain('absent');
  });
});
