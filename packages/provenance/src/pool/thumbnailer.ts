import { fork, type ChildProcess } from 'node:child_process';
import { hasThumbnail, type Thumbnail } from '../c2pa/sign/thumbnail.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import type { ThumbnailRequest } from './messages.ts';
import { moduleBeside } from './module-beside.ts';

/** Makes thumbnails in a process of its own, one at a time. */
export interface Thumbnailer {
  /** Null: its format has none, or its pixels cannot be decoded, which is no reason not to sign it. */
  make(path: string, mediaType: MediaType): Promise<Thumbnail | null>;
  /** Ends the process. What is asked of it afterwards is null. */
  close(): Promise<void>;
}

export interface ThumbnailerOptions {
  /** Where the bundled process lies, when it is not beside this module. */
  processUrl?: URL;
  /** For one picture, from the start of the process on. */
  deadlineMs?: number;
}

/** The process starts with the first picture; one that dies or hangs is ended, and the next picture starts another. */
export function createThumbnailer(options: ThumbnailerOptions = {}): Thumbnailer {
  const processUrl = options.processUrl ?? moduleBeside('thumbnail-process');
  const deadlineMs = options.deadlineMs ?? LIMITS.thumbnailProcessMs;
  let child: ChildProcess | null = null;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  const make = async (request: ThumbnailRequest): Promise<Thumbnail | null> => {
    if (isClosed) return null;
    child ??= start(processUrl);
    const thumbnail = await ask(child, request, deadlineMs);
    if (thumbnail === 'lost') {
      await end(child);
      child = null;
      return null;
    }
    return thumbnail;
  };
  return {
    make: (path, mediaType) => {
      if (!hasThumbnail(mediaType)) return Promise.resolve(null);
      // A decoder may hold a whole picture, some hundred megabytes: the next one waits.
      const made = last.then(() => make({ path, mediaType }));
      last = made.catch(() => undefined);
      return made;
    },
    close: async () => {
      isClosed = true;
      if (child !== null) await end(child);
      await last;
    },
  };
}

function start(url: URL): ChildProcess {
  // Nothing of our environment or flags is its business.
  const child = fork(url, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' });
  // Neither the process nor its channel keeps us running.
  child.unref();
  child.channel?.unref();
  // Told by "exit" as well, which is what is waited for.
  child.on('error', () => undefined);
  return child;
}

function ask(child: ChildProcess, request: ThumbnailRequest, deadlineMs: number): Promise<Thumbnail | null | 'lost'> {
  return new Promise((resolve) => {
    const settle = (answer: Thumbnail | null | 'lost'): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      child.channel?.unref();
      resolve(answer);
    };
    const onMessage = (answer: unknown): void => settle(decodeAnswer(answer));
    const onExit = (): void => settle('lost');
    const timer = setTimeout(() => settle('lost'), deadlineMs);
    child.on('message', onMessage).on('exit', onExit);
    child.channel?.ref();
    if (child.exitCode !== null || child.signalCode !== null) settle('lost');
    else child.send(request, (error) => (error === null ? undefined : settle('lost')));
  });
}

/** Whoever took the process over by a picture may answer anything. */
function decodeAnswer(answer: unknown): Thumbnail | null | 'lost' {
  if (answer === null) return null;
  if (typeof answer !== 'object' || !('bytes' in answer) || !(answer.bytes instanceof Uint8Array)) return 'lost';
  const { bytes } = answer;
  return bytes.length > LIMITS.thumbnailBytes ? 'lost' : { mediaType: 'image/jpeg', bytes };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
    return undefined;
  });
}
