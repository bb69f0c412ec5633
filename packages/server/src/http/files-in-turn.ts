import { unavailable } from '../platform/pool-failure.ts';
import type { AppError } from '../shared/app-error.ts';
import type { RouteContext } from './route.ts';
import type { UploadedFile } from './upload.ts';

/** What becomes of each file of a request. */
export interface FileWork<Item> {
  /** Files that have not begun by then are not begun at all: the time limit of a single file. */
  readonly startWithinMs: number;
  /** Never throws because of what is in the file. */
  readonly work: (file: UploadedFile, place: number) => Promise<Item>;
  /** For a file beyond the rate, or one that could not be started in time. */
  readonly refuse: (file: UploadedFile, refusal: AppError) => Item;
}

/**
 * Works on the files of a request one after the other, because an address has only one thread anyway: a file that has not begun
 * leaves nothing behind when the caller leaves. Each file counts against the rate; answers in the order of the upload.
 */
export async function filesInTurn<Item>(
  files: readonly UploadedFile[],
  { signal, takeMore }: Pick<RouteContext, 'signal' | 'takeMore'>,
  { startWithinMs, work, refuse }: FileWork<Item>,
): Promise<Item[]> {
  // The request itself was counted as its first file.
  const { granted, refusal } = await takeMore(files.length - 1);
  const time = startTime(startWithinMs);
  const items: Item[] = [];
  try {
    for (const [place, file] of files.entries()) {
      signal.throwIfAborted();
      if (place > granted) items.push(refuse(file, refusal()));
      else if (time.isOver()) items.push(refuse(file, unavailable()));
      else items.push(await work(file, place));
    }
  } finally {
    time.stop();
  }
  return items;
}

function startTime(ms: number): { isOver(): boolean; stop(): void } {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
  }, ms);
  return { isOver: () => isOver, stop: () => clearTimeout(timer) };
}
