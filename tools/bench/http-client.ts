import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { basename } from 'node:path';
import { mediaKinds } from '@revera/testkit/media';
import type { MadeFile } from './files.ts';
import { MIB } from './scenario.ts';
import { member, type BenchServer } from './server-process.ts';
import { assertStatus } from './verify-in-pool.ts';

/** What a number of clients, each sending one request after the other, came to. */
export interface ClientRun {
  /** Milliseconds of each request, from its first byte to the last of the answer. */
  times: number[];
  elapsedMs: number;
}

/** What the clients request, and which answers count. */
export interface Operation {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Of the right answer; 200 by default. */
  status?: number;
  /** @throws when it is not the right answer */
  check(file: MadeFile, answer: unknown): void;
}

export const VERIFY: Operation = {
  path: '/v1/content/verify',
  check: (file, answer) => assertStatus(file, member(answer, 'provenance_status')),
};

/** Accepts a file for a worker. */
export const VERIFY_LATER: Operation = {
  path: VERIFY.path,
  headers: { prefer: 'respond-async' },
  status: 202,
  check: () => undefined,
};

/** Signs, without a time stamp. */
export const SIGN: Operation = signing(false);

/** Signs; the file must be stamped or not, as the server is set up. */
export function signing(isStamped: boolean): Operation {
  return {
    path: '/v1/content/sign',
    check: (_file, answer) => {
      if (member(answer, 'timestamp_present') !== isStamped)
        throw new Error('the signature is not stamped as requested');
    },
  };
}

/** Sends `requests` requests with the file in all; verifications unless told otherwise. */
export async function runClients(
  server: Pick<BenchServer, 'address' | 'key'>,
  file: MadeFile,
  clients: number,
  requests: number,
  operation = VERIFY,
): Promise<ClientRun> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const left = { count: requests };
  const client = async (): Promise<void> => {
    while (left.count > 0) {
      left.count -= 1;
      const start = performance.now();
      await send(server, file, agent, operation);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { times, elapsedMs: performance.now() - start };
}

/** Read once: a client that is measured with its own reading would be no measure of the server. */
const HELD_BYTES = 128 * MIB;

async function send(
  { address, key }: Pick<BenchServer, 'address' | 'key'>,
  file: MadeFile,
  agent: Agent,
  operation: Operation,
): Promise<void> {
  const boundary = randomUUID();
  const { mediaType } = mediaKinds[file.kind];
  const bytes = await heldFile(file);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${basename(file.path)}"\r\n` +
      `Content-Type: ${mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const outgoing = request(address + operation.path, {
    method: 'POST',
    agent,
    headers: {
      ...operation.headers,
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + file.actualBytes + tail.length,
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  const body = async function* (): AsyncGenerator<Buffer> {
    yield head;
    if (bytes !== null) yield bytes;
    else {
      for await (const chunk of createReadStream(file.path, { highWaterMark: MIB })) {
        if (chunk instanceof Buffer) yield chunk;
      }
    }
    yield tail;
  };
  const [response] = await Promise.all([answer, pipeline(body, outgoing)]);
  const text = await textOf(response);
  if (response.statusCode !== (operation.status ?? 200))
    throw new Error(`the server answered ${response.statusCode}: ${text}`);
  operation.check(file, JSON.parse(text));
}

const held: { path: string; bytes: Promise<Buffer> } = { path: '', bytes: Promise.resolve(Buffer.alloc(0)) };

/** The file's bytes, kept until another file is sent; null when there are too many of them. */
function heldFile({ path, actualBytes }: MadeFile): Promise<Buffer> | null {
  if (actualBytes > HELD_BYTES) return null;
  if (held.path !== path) Object.assign(held, { path, bytes: readFile(path) });
  return held.bytes;
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}
