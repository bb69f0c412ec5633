import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BOUNDARY,
  createTestApp,
  fieldPart,
  filePart,
  form,
  isEmptyDirectory,
  part,
  type TestApp,
} from './test-app.ts';
import { post, uploadRoute } from './test-upload.ts';

function start(): Promise<TestApp> {
  return createTestApp([uploadRoute()]);
}

function problem(json: unknown): { loc: unknown; type: string } | undefined {
  return z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()), type: z.string() })) }).parse(json).detail[0];
}
const OWN_HEADERS = ['Content-Disposition: form-data; name="file"; filename="a"', 'Content-Type: image/png'];

/** A file whose part has more headers than its own two. */
function withHeaders(headers: readonly string[]): Buffer {
  return part([...OWN_HEADERS, ...headers].join('\r\n'), 'x');
}

const headersNamed = (count: number): string[] => Array.from({ length: count }, (_value, at) => `X-${at}: y`);

describe('422 for everything wrong with the form', () => {
  const ok = filePart('x');
  const cases: [string, Buffer, readonly unknown[], string][] = [
    ['no file', form([fieldPart('kind', 'a')]), ['body', 'file'], 'missing'],
    ['an empty body', Buffer.alloc(0), ['body', 'file'], 'missing'],
    ['only the closing boundary', form([]), ['body', 'file'], 'missing'],
    ['a file under another name', form([filePart('x', 'upload')]), ['body', 'file'], 'missing'],
    ['an empty file input', form([filePart('', 'file', '', 'application/octet-stream')]), ['body', 'file'], 'missing'],
    ['text instead of a file', form([fieldPart('file', 'x')]), ['body', 'file'], 'file_expected'],
    ['two files', form([ok, ok]), ['body', 'file'], 'too_long'],
    ['another file beside the file', form([ok, filePart('x', 'extra')]), ['body', 'extra'], 'extra_forbidden'],
    ['a field twice', form([fieldPart('kind', 'a'), fieldPart('kind', 'b'), ok]), ['body', 'kind'], 'repeated'],
    ['a wrong field', form([fieldPart('kind', 'z'), ok]), ['body', 'kind'], 'enum'],
    ['a long field', form([ok, fieldPart('note', 'x'.repeat(11))]), ['body', 'note'], 'string_too_long'],
    ['a field above 64 KiB', form([fieldPart('note', 'x'.repeat(65_537)), ok]), ['body', 'note'], 'string_too_long'],
    ['a truncated file', form([ok], false), ['body'], 'multipart_invalid'],
    ['a body cut inside the file', form([ok]).subarray(0, 100), ['body'], 'multipart_invalid'],
    ['a body cut inside the headers', form([ok]).subarray(0, 40), ['body'], 'multipart_invalid'],
    ['no boundary at all in the body', Buffer.from('hello'), ['body'], 'multipart_invalid'],
    [
      'another boundary',
      Buffer.from(form([ok]).toString().replaceAll(BOUNDARY, 'other')),
      ['body'],
      'multipart_invalid',
    ],
    ['1000 parts', form(Array.from({ length: 1000 }, (_v, i) => fieldPart(`f${i}`, 'v'))), ['body'], 'too_long'],
    ['1000 files', form(Array.from({ length: 1000 }, () => ok)), ['body', 'file'], 'too_long'],
    [
      '1000 parts without a name',
      form([...Array.from({ length: 1000 }, () => part('X: y', 'z')), ok]),
      ['body'],
      'multipart_invalid',
    ],
    ['a field named __proto__', form([fieldPart('__proto__', 'x'), ok]), ['body'], 'multipart_invalid'],
    ['a field named constructor', form([fieldPart('constructor', 'x'), ok]), ['body'], 'multipart_invalid'],
    [
      'a huge part header',
      form([part(`X-Long: ${'y'.repeat(200_000)}\r\nContent-Disposition: form-data; name="file"; filename="a"`, 'x')]),
      ['body'],
      'multipart_invalid',
    ],
    ['a part header above 8 KiB', form([withHeaders([`X-Long: ${'y'.repeat(8192)}`])]), ['body'], 'multipart_invalid'],
    [
      'such a header of a part after the file',
      form([ok, part(`X-Long: ${'y'.repeat(200_000)}`, 'x')]),
      ['body'],
      'multipart_invalid',
    ],
    ['17 headers of a part', form([withHeaders(headersNamed(15))]), ['body'], 'multipart_invalid'],
    [
      'a nested multipart',
      form([
        part(
          'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=in',
          '--in\r\n\r\nx\r\n--in--',
        ),
      ]),
      ['body', 'none'],
      '',
    ],
  ];
  it.each(cases)('422 %s', async (title, body, loc, type) => {
    const app = await start();
    const { status, json } = await post(app, body);
    if (title === 'a nested multipart') {
      // RFC 7578 §4.3 did away with nesting: the inner form is the file's content.
      expect(json).toMatchObject({ files: [{ media_type: 'multipart/mixed', filename: 'unnamed' }] });
    } else {
      expect({ status, problem: problem(json) }).toMatchObject({ status: 422, problem: { loc, type } });
    }
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
    expect(app.breaches).toEqual([]);
  });

  it.each([
    ['16 headers of a part', headersNamed(14)],
    ['16 headers, of which some are folded', headersNamed(14).map((header) => `${header}\r\n\tz`)],
    // With a line break before and after the two of its own.
    ['8 KiB of headers', [`X-Long: ${'y'.repeat(8192 - 2 - `${OWN_HEADERS.join('\r\n')}\r\nX-Long: `.length)}`]],
  ])('200 %s', async (_what, headers) => {
    const app = await start();
    expect(await post(app, form([withHeaders(headers)]))).toMatchObject({
      status: 200,
      json: { files: [{ size: 1 }] },
    });
  });

  it.each([
    ['application/json', '{}'],
    ['text/plain', 'hello'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=', 'x'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'x'],
    ['multipart/mixed; boundary=x', 'x'],
    ['application/x-www-form-urlencoded', 'file=x'],
  ])('422 content type %s', async (contentType, body) => {
    const app = await start();
    const { status, json } = await post(app, Buffer.from(body), contentType);
    expect({ status, problem: problem(json) }).toMatchObject({
      status: 422,
      problem: { loc: ['body', 'file'], type: 'missing' },
    });
  });

  it('422 without any body', async () => {
    const app = await start();
    expect((await app.app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(422);
  });

  it('422 a body cut after any of its bytes: never a hang, never a file left', async () => {
    const app = await start();
    const body = form([filePart('some bytes'), fieldPart('kind', 'b')]);
    // The last line break belongs to no part: without it the form is complete.
    for (let length = 0; length < body.length - 2; length += 1) {
      const { status } = await post(app, body.subarray(0, length));
      expect({ length, status }).toEqual({ length, status: 422 });
    }
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('422 names the missing file and the wrong field together', async () => {
    const app = await start();
    const { json } = await post(app, form([fieldPart('kind', 'z')]));
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'file'] }, { loc: ['body', 'kind'] }] });
  });
});
