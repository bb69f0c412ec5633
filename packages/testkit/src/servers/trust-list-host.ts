import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { listen, type RunningServer } from './loopback.ts';

/** How a path answers. */
export type ListBehaviour =
  | { kind: 'serve'; body: string | Uint8Array; contentType?: string; etag?: string; after?: () => Promise<void> }
  /** A server error. Default 500. */
  | { kind: 'status'; status?: number }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Sends the headers and half of the body, then nothing, with the connection open. */
  | { kind: 'stall'; body: string | Uint8Array }
  /** Announces the whole length and closes after half of it. */
  | { kind: 'truncate'; body: string | Uint8Array; contentType?: string }
  /** Sends for as long as the client reads. */
  | { kind: 'endless' }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 307 | 308 }
  /** A small `content-encoding: gzip` answer of zeros that unpacks to this many bytes. Default 1 GiB. */
  | { kind: 'gzip_bomb'; unpackedBytes?: number };

export interface ServedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface TrustListHost extends RunningServer {
  /** In order of arrival. */
  readonly requests: readonly ServedRequest[];
  /** Changes what a path (with its leading slash) answers from now on. Paths without a behaviour answer 404. */
  set(path: string, behaviour: ListBehaviour): void;
}

const JSON_TYPE = 'application/json';
const CHUNK = Buffer.alloc(64 * 1024, 0x20);
const ZEROS = Buffer.alloc(1024 * 1024);

/** Starts a host of trust lists on a loopback port of its own. */
export async function startTrustListHost(
  behaviours: Readonly<Record<string, ListBehaviour>> = {},
): Promise<TrustListHost> {
  const table = new Map(Object.entries(behaviours));
  const requests: ServedRequest[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    requests.push(describe(request));
    const behaviour = table.get(request.url ?? '/') ?? { kind: 'status', status: 404 };
    answer(behaviour, request, response).catch((error: unknown) => failures.push(error));
  });
  const running = await listen(server, 'http', failures);
  return { ...running, requests, set: (path, behaviour) => void table.set(path, behaviour) };
}

async function answer(behaviour: ListBehaviour, request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'serve':
      await behaviour.after?.();
      return serve(behaviour, request, response);
    case 'status':
      response.writeHead(behaviour.status ?? 500).end();
      return;
    case 'hang':
      return;
    case 'stall':
    case 'truncate':
      return sendHalf(behaviour, response);
    case 'endless':
      response.writeHead(200, { 'content-type': JSON_TYPE });
      return pump(response, response, CHUNK, Number.POSITIVE_INFINITY);
    case 'redirect':
      response.writeHead(behaviour.status ?? 302, { location: behaviour.location }).end();
      return;
    case 'gzip_bomb': {
      response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response);
      await pump(gzip, response, ZEROS, behaviour.unpackedBytes ?? 2 ** 30);
      gzip.end();
    }
  }
}

function serve(
  behaviour: Extract<ListBehaviour, { kind: 'serve' }>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { etag } = behaviour;
  const headers = { 'content-type': behaviour.contentType ?? JSON_TYPE, ...(etag === undefined ? {} : { etag }) };
  if (etag !== undefined && request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(behaviour.body);
}

async function sendHalf(
  behaviour: Extract<ListBehaviour, { kind: 'stall' | 'truncate' }>,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.from(behaviour.body);
  response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length });
  const half = body.subarray(0, Math.floor(body.length / 2));
  await new Promise<void>((resolve) => response.write(half, () => resolve()));
  if (behaviour.kind === 'truncate') response.destroy();
}

/** Writes `chunk` until `bytes` are sent or the client is gone, waiting whenever the receiver is full. */
async function pump(
  target: NodeJS.WritableStream,
  response: ServerResponse,
  chunk: Buffer,
  bytes: number,
): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length) {
    const hasRoom = target.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)));
    await (hasRoom ? yieldToOthers() : drained(target, response));
  }
}

function drained(target: NodeJS.WritableStream, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      target.removeListener('drain', done);
      response.removeListener('close', done);
      resolve();
    };
    target.once('drain', done);
    response.once('close', done);
  });
}

function describe(request: IncomingMessage): ServedRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  return { method: request.method ?? '', path: request.url ?? '', headers: Object.fromEntries(headers) };
}
