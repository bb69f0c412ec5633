import { connect, type Socket } from 'node:net';
import { sessionHeaders, type TestSession } from '../testing/test-accounts.ts';
import { BOUNDARY, fieldPart, filePart, form, MULTIPART } from '../http/test-app.ts';

/** An answer read to its end on its own connection. */
export interface Response {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Upload {
  address: string;
  key: string;
  bytes: Uint8Array;
  headers?: Readonly<Record<string, string>>;
}

/** `POST /v1/content/verify` with one file. */
export async function verifyFile({ address, key, bytes, headers }: Upload): Promise<Response> {
  const answer = await fetch(`${address}/v1/content/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': MULTIPART, connection: 'close', ...headers },
    body: new Uint8Array(form([filePart(Buffer.from(bytes), 'file', 'photo.jpg')])),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

export interface Signing extends Upload {
  fields?: Readonly<Record<string, string>>;
}

/** `POST /v1/content/sign` with one file. */
export async function signOne({ address, key, bytes, headers, fields = {} }: Signing): Promise<Response> {
  const texts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
  const answer = await fetch(`${address}/v1/content/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': MULTIPART, connection: 'close', ...headers },
    body: new Uint8Array(form([...texts, filePart(Buffer.from(bytes), 'file', 'photo.png')])),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

export async function getJson(url: string, key?: string): Promise<Response> {
  const headers = { connection: 'close', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  key?: string;
  session?: TestSession | undefined;
  json?: unknown;
  /** Where the request comes from, for a server whose proxy is this machine. */
  from?: string;
}

/** Any request whose answer is JSON, or has no body. */
export async function ask(url: string, { method = 'GET', key, session, json, from }: Asking = {}): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: {
      connection: 'close',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(session === undefined ? {} : sessionHeaders(session)),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** An upload whose sending the test controls. */
export interface SlowUpload {
  socket: Socket;
  /** Sends the rest of the body. */
  finish(): void;
  /** Everything received when the connection is closed. */
  answer: Promise<string>;
}

/** Begins an upload and sends half of it. Resolves when the kernel has that half. */
export async function beginUpload({ address, key, bytes, headers = {} }: Upload): Promise<SlowUpload> {
  const url = new URL(address);
  const body = form([filePart(Buffer.from(bytes), 'file', 'photo.jpg')]);
  const half = Math.floor(body.length / 2);
  const socket = connect(Number(url.port), url.hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const answer = new Promise<string>((resolve) => {
    // A connection that the other side cut off still has an answer: what came before.
    socket.once('error', () => resolve(text)).once('close', () => resolve(text));
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const head = [
    'POST /v1/content/verify HTTP/1.1',
    `Host: ${url.host}`,
    `Authorization: Bearer ${key}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  await new Promise<void>((resolve) => {
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, half)]), () => resolve());
  });
  return { socket, finish: () => void socket.write(body.subarray(half)), answer };
}
