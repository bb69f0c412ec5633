import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errorCode } from '../system-error.ts';
import { KEY_LIMITS } from './key-limits.ts';
import { SignerError } from './signer-error.ts';

/** One run of the operator's program. */
export interface CommandRun {
  /** The program and its arguments; no shell reads them. */
  command: readonly [string, ...string[]];
  input: Uint8Array;
  timeoutMs: number;
  environment: Readonly<Record<string, string>>;
  /** Ends the run early. */
  signal: AbortSignal;
}

/** How a program ended that was neither too slow nor too talkative. */
export interface CommandOutcome {
  /** Null when a signal ended it. */
  status: number | null;
  output: Uint8Array;
  /** Its error output, for the log: on one line, cut. */
  message: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Runs a program with the bytes on its standard input and answers its output. It runs in its own process group, which is ended as
 * a whole: a script's children would otherwise outlive it and hold the pipes open.
 * @throws {SignerError} KEY_STORE_UNAVAILABLE, TIMEOUT, SIGNATURE_WRONG (too much output)
 */
export async function runCommand(run: CommandRun): Promise<CommandOutcome> {
  if (run.signal.aborted) throw closing();
  const child = start(run);
  const ended = new AbortController();
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CommandOutcome>((resolve, reject) => {
      child.on('error', (cause) => reject(cannotStart(cause)));
      // Then nothing runs, and the event above says why.
      if (child.pid === undefined) return;
      const stop = (error: SignerError): void => {
        killGroup(child);
        reject(error);
      };
      late = setTimeout(() => {
        stop(new SignerError('TIMEOUT', `The signing command did not answer within ${run.timeoutMs} ms.`));
      }, run.timeoutMs);
      run.signal.addEventListener('abort', () => stop(closing()), { signal: ended.signal });
      const output = collect(child.stdout, KEY_LIMITS.commandOutputBytes, () => {
        stop(new SignerError('SIGNATURE_WRONG', 'The signing command answered more than any signature has.'));
      });
      const message = collect(child.stderr, KEY_LIMITS.commandMessageBytes, () => undefined);
      child.on('close', (status) => resolve({ status, output: output(), message: oneLine(message()) }));
      // The exit status of a program that ends without reading its input says why.
      child.stdin.on('error', () => undefined);
      child.stdin.end(run.input);
    });
  } finally {
    ended.abort();
    clearTimeout(late);
  }
}

function start({ command: [program, ...args], environment }: CommandRun): Child {
  try {
    return spawn(program, args, { env: { ...environment }, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  } catch (cause) {
    throw cannotStart(cause);
  }
}

function cannotStart(cause: unknown): SignerError {
  return new SignerError('KEY_STORE_UNAVAILABLE', 'The signing command cannot be started.', { cause });
}

function closing(): SignerError {
  return new SignerError('KEY_STORE_UNAVAILABLE', 'The service is being stopped.');
}

/** Keeps the first bytes of a stream and reports once when there are more. */
function collect(stream: Readable, maxBytes: number, onMore: () => void): () => Uint8Array {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    const wasFull = length > maxBytes;
    length += chunk.length;
    if (!wasFull) chunks.push(chunk);
    if (!wasFull && length > maxBytes) onMore();
  });
  return () => new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes));
}

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself at the same time.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
  // A process that left the group must not keep us waiting for the ends of the pipes.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

function oneLine(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim();
}
