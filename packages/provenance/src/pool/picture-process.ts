import { fork, type ChildProcess } from 'node:child_process';
import type { PixelDigest, SmallPicture } from '../c2pa/sign/thumbnail.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { PICTURES_READY, type PictureRequest, type PixelRequest } from './messages.ts';
import type { PreviewPicture } from './preview-picture.ts';

/** The process broke, hung or could not start, and was ended; or the picture is no longer wanted. */
export const LOST = 'lost';

/** Null when it cannot be decoded. */
export type Outcome<Made> = Made | null | typeof LOST;
export type PictureOutcome = Outcome<SmallPicture>;

/** A request, and what counts as an answer: a picture that took over the process may make it answer anything. */
export interface Question<Made> {
  request: PictureRequest | PixelRequest;
  decode: (answer: unknown) => Made | typeof LOST;
}

/** A process that decodes pictures, one at a time. It starts with the first, and again after one that broke it. */
export interface PictureProcess {
  /** @param isWanted asked when the picture's turn has come */
  ask<Made>(question: Question<Made>, deadlineMs: number, isWanted?: () => boolean): Promise<Outcome<Made>>;
  /** Requested pictures without an answer. */
  load(): number;
  /** Ends the process for good. Later requests are lost. */
  close(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  /** False when it did not start. */
  ready: Promise<boolean>;
}

export function createPictureProcess(url: URL, startMs: number): PictureProcess {
  let running: Running | null = null;
  let isClosed = false;
  let load = 0;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ended = running;
    running = null;
    if (ended !== null) await kill(ended.child);
  };
  const make = async <Made>({ request, decode }: Question<Made>, deadlineMs: number): Promise<Outcome<Made>> => {
    if (isClosed) return LOST;
    running ??= start(url, startMs);
    const { child, ready } = running;
    const answer = (await ready) ? await exchange(child, request, deadlineMs) : LOST;
    const outcome = answer === null ? null : decode(answer);
    if (outcome === LOST) await end();
    return outcome;
  };
  return {
    load: () => load,
    ask: (question, deadlineMs, isWanted = () => true) => {
      load += 1;
      // A decoder may hold a whole picture, hundreds of megabytes, so the next one waits.
      const done = last
        .then(() => (isWanted() ? make(question, deadlineMs) : LOST))
        .finally(() => {
          load -= 1;
        });
      last = done.catch(() => undefined);
      return done;
    },
    close: async () => {
      isClosed = true;
      await end();
      await last;
    },
  };
}

function start(url: URL, startMs: number): Running {
  // It gets none of our environment or flags.
  const child = fork(url, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' });
  // Neither the process nor its channel keeps us running, except while we wait for it.
  child.unref();
  child.channel?.unref();
  // "exit" follows as well, and that is what we wait for.
  child.on('error', () => undefined);
  const ready = nextMessage(child, startMs, () => undefined).then((message) => message === PICTURES_READY);
  return { child, ready };
}

function exchange(child: ChildProcess, request: Question<unknown>['request'], deadlineMs: number): Promise<unknown> {
  return nextMessage(child, deadlineMs, (settle) => {
    child.send(request, (error) => (error === null ? undefined : settle(LOST)));
  });
}

/** What the process says next; `lost` when it ends or is silent for too long. */
function nextMessage(
  child: ChildProcess,
  deadlineMs: number,
  begin: (settle: (answer: unknown) => void) => void,
): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (answer: unknown): void => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', onExit);
      child.channel?.unref();
      resolve(answer);
    };
    const onExit = (): void => settle(LOST);
    const timer = setTimeout(() => settle(LOST), deadlineMs);
    child.on('message', settle).on('exit', onExit);
    child.channel?.ref();
    if (hasEnded(child)) settle(LOST);
    else begin(settle);
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (hasEnded(child)) return resolve();
    child.ref();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
    return undefined;
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

type PictureKind = Exclude<PictureRequest['kind'], 'pixels' | 'preview'>;

const BOUNDS: Readonly<Record<PictureKind, { bytes: number; side: number }>> = {
  file: { bytes: LIMITS.thumbnailBytes, side: LIMITS.thumbnailPixels },
  embedded: { bytes: LIMITS.thumbnailCopyBytes, side: LIMITS.thumbnailCopyPixels },
};

export function pictureQuestion(request: PictureRequest & { kind: PictureKind }): Question<SmallPicture> {
  return { request, decode: (answer) => decodePicture(answer, BOUNDS[request.kind]) };
}

export function pixelsQuestion(path: string, mediaType: MediaType): Question<PixelDigest> {
  const decode = (answer: unknown): PixelDigest | typeof LOST => {
    if (typeof answer !== 'object' || answer === null || !('pixelDigest' in answer)) return LOST;
    const { pixelDigest } = answer;
    return typeof pixelDigest === 'string' && SHA256.test(pixelDigest) ? { pixelDigest } : LOST;
  };
  return { request: { kind: 'pixels', path, mediaType }, decode };
}

const SHA256 = /^[0-9a-f]{64}$/;

export function previewQuestion(input: string | Uint8Array, mediaType: MediaType): Question<PreviewPicture> {
  return { request: { kind: 'preview', input, mediaType }, decode: decodePreview };
}

function decodePreview(answer: unknown): PreviewPicture | typeof LOST {
  if (typeof answer !== 'object' || answer === null) return LOST;
  if (!('bytes' in answer && 'small' in answer && 'width' in answer && 'height' in answer)) return LOST;
  const { bytes, small, width, height } = answer;
  if (!isWebp(bytes, LIMITS.previewBytes) || !isWebp(small, LIMITS.previewSmallBytes)) return LOST;
  if (!isSide(width, LIMITS.previewPixels) || !isSide(height, LIMITS.previewPixels)) return LOST;
  return { bytes, width, height, small };
}

function isWebp(bytes: unknown, most: number): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array) || bytes.length > most) return false;
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return head.startsWith('RIFF') && head.endsWith('WEBP') && head.length === 12;
}

function decodePicture(answer: unknown, most: { bytes: number; side: number }): SmallPicture | typeof LOST {
  if (typeof answer !== 'object' || answer === null) return LOST;
  if (!('bytes' in answer && 'width' in answer && 'height' in answer)) return LOST;
  const { bytes, width, height } = answer;
  if (!(bytes instanceof Uint8Array) || bytes.length > most.bytes || !isJpeg(bytes)) return LOST;
  if (!isSide(width, most.side) || !isSide(height, most.side)) return LOST;
  return { mediaType: 'image/jpeg', bytes, width, height };
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

function isSide(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}
