/** A message that is not quite HTTP, or not quite a form; `{host}` and `{key}` are filled in. */
export interface BrokenMessage {
  name: string;
  /** Characters are bytes (latin1). */
  text: string;
  /** Whether the connection says that nothing more comes. */
  ends?: true;
}

const HEAD = 'POST /v1/content/verify HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n';
const FORM = 'Content-Type: multipart/form-data; boundary=b\r\n';
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx\r\n--b--\r\n';

const sized = (headers: string, body: string): string =>
  `${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const get = (lines: string): string => `GET /health HTTP/1.1\r\nHost: {host}\r\n${lines}\r\n`;
const chunked = (body: string): string => `${HEAD}${FORM}Transfer-Encoding: chunked\r\n\r\n${body}`;

/** Messages of which two programs could disagree where one ends and the next begins. */
const SMUGGLING: readonly BrokenMessage[] = [
  { name: 'two lengths that differ', text: `${HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde` },
  { name: 'a list of lengths', text: `${HEAD}Content-Length: 4, 5\r\n\r\nabcde` },
  { name: 'a negative length', text: `${HEAD}Content-Length: -1\r\n\r\n` },
  { name: 'a length with a sign', text: `${HEAD}Content-Length: +4\r\n\r\nabcd` },
  { name: 'a length in hexadecimal', text: `${HEAD}Content-Length: 0x4\r\n\r\nabcd` },
  { name: 'a length beyond all numbers', text: `${HEAD}Content-Length: ${'9'.repeat(40)}\r\n\r\n` },
  { name: 'a length and chunks', text: `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n` },
  { name: 'an unknown coding', text: `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n` },
  { name: 'chunks that are not the last coding', text: `${HEAD}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n` },
  { name: 'two codings', text: `${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n` },
  { name: 'a coding after a vertical tab', text: `${HEAD}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n` },
  { name: 'a space before the colon', text: `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n` },
  { name: 'a folded header', text: `${HEAD}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n` },
  { name: 'a chunk size that is no number', text: chunked('zz\r\nx\r\n0\r\n\r\n') },
  { name: 'a chunk size with a sign', text: chunked('-1\r\nx\r\n0\r\n\r\n') },
  { name: 'a chunk size beyond all numbers', text: chunked(`${'f'.repeat(20)}\r\nx\r\n`) },
  { name: 'a chunk without its end', text: chunked('1\r\nxx\r\n0\r\n\r\n') },
];

const HEADERS: readonly BrokenMessage[] = [
  { name: 'no HTTP at all', text: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
  { name: 'an unknown version', text: 'GET /health HTTP/9.9\r\nHost: {host}\r\n\r\n' },
  { name: 'an unknown method', text: 'BREW /health HTTP/1.1\r\nHost: {host}\r\n\r\n' },
  { name: 'no host', text: 'GET /health HTTP/1.1\r\n\r\n' },
  { name: 'a header without a colon', text: get('Nonsense\r\n') },
  { name: 'a header name with a space', text: get('A B: c\r\n') },
  { name: 'a header name with a bracket', text: get('A(B: c\r\n') },
  { name: 'NUL in a header', text: get('A: b\0c\r\n') },
  { name: 'a lone carriage return in a header', text: get('A: b\rc: d\r\n') },
  { name: 'endless headers', text: get(`A: ${'x'.repeat(70_000)}\r\n`) },
  { name: 'ten thousand headers', text: get(Array.from({ length: 10_000 }, (_, n) => `A${n}: b\r\n`).join('')) },
  { name: 'a path with NUL', text: 'GET /health\0 HTTP/1.1\r\nHost: {host}\r\n\r\n' },
];

const FORMS: readonly BrokenMessage[] = [
  { name: 'a form without a boundary', text: sized('Content-Type: multipart/form-data\r\n', PART) },
  { name: 'an empty boundary', text: sized('Content-Type: multipart/form-data; boundary=\r\n', PART) },
  { name: 'a boundary that never comes', text: sized('Content-Type: multipart/form-data; boundary=c\r\n', PART) },
  {
    name: 'an endless boundary',
    text: sized(`Content-Type: multipart/form-data; boundary=${'b'.repeat(5000)}\r\n`, PART),
  },
  { name: 'a form that is cut', text: sized(FORM, PART.slice(0, -6)) },
  { name: 'a form that is nothing', text: sized(FORM, '') },
  { name: 'a part without headers', text: sized(FORM, '--b\r\n\r\nx\r\n--b--\r\n') },
  { name: 'a part without a name', text: sized(FORM, '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n') },
  { name: 'a part of another kind', text: sized(FORM, PART.replace('form-data', 'attachment')) },
  {
    name: 'a part with endless headers',
    text: sized(FORM, PART.replace('\r\n\r\nx', `\r\nA: ${'y'.repeat(100_000)}\r\n\r\nx`)),
  },
  { name: 'a thousand parts', text: sized(FORM, `${PART.slice(0, -7)}\r\n`.repeat(1000) + PART) },
  {
    name: 'a thousand fields',
    text: sized(FORM, '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n'.repeat(1000) + PART),
  },
  { name: 'the name of an inherited property', text: sized(FORM, PART.replace('"file"', '"__proto__"')) },
  { name: 'JSON where a form is asked for', text: sized('Content-Type: application/json\r\n', '{"file":"x"}') },
  { name: 'a promise of more than comes', text: `${HEAD}${FORM}Content-Length: 100000\r\n\r\n${PART}`, ends: true },
];

/** JSON that is none, too deep, or that a program could take for more than it is. */
const DOCUMENTS: readonly BrokenMessage[] = [
  ['JSON that is none', '{'],
  ['JSON with a byte that is no UTF-8', '{"email":"\xff","password":"x"}'],
  ['JSON of a hundred thousand arrays', '['.repeat(100_000)],
  ['JSON that would reach the prototype', '{"__proto__":{"isAdmin":true},"email":"a@b.example","password":"x"}'],
  ['JSON that would reach the constructor', '{"constructor":{"prototype":{"isAdmin":true}},"email":"a"}'],
  ['JSON with the same member twice', '{"email":"a@b.example","email":"c@d.example","password":"wrong"}'],
  ['JSON with half a character', '{"email":"\\ud800@b.example","password":"\\udc00"}'],
  ['JSON with NUL', '{"email":"a\\u0000@b.example","password":"x"}'],
  ['JSON with a number beyond all numbers', '{"email":1e999,"password":"x"}'],
].map(([name = '', body = '']) => ({
  name,
  text: `POST /v1/auth/login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
}));

/** All of them, each for its own connection. */
export const BROKEN_MESSAGES: readonly BrokenMessage[] = [...SMUGGLING, ...HEADERS, ...FORMS, ...DOCUMENTS];
