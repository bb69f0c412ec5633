import type { Db } from '../../platform/database.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import type { Log } from '../../platform/log.ts';
import { pause } from '../../platform/pause.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { Pictures } from './job-outcome.ts';
import {
  findPictureState,
  giveUpPictures,
  selectPreview,
  selectPreviewEntry,
  selectThumbnail,
  selectThumbnails,
  storeLatePictures,
  type PreviewEntry,
  type PreviewSize,
  type ThumbnailEntry,
} from './queries/pictures.ts';

/** Pictures that are stored after their job: nobody who wants a result has to wait for them. */
export interface LatePictures {
  /** Stores the pictures of a completed job (`thumbnails: 'later'`) as soon as they are copied. */
  expect(id: string, arriving: Promise<Pictures>): void;
  /** Resolves when all that are expected have been stored. */
  settle(): Promise<void>;
}

export function createLatePictures({ db, log }: { db: Db; log: Log }): LatePictures {
  const expected = new Set<Promise<void>>();
  const store = async (id: string, arriving: Promise<Pictures>): Promise<void> => {
    try {
      await storeLatePictures(db, id, await arriving);
    } catch (err) {
      log.warn({ err, job_id: id }, 'the pictures of a result could not be stored; it is shown without them');
    }
  };
  return {
    expect: (id, arriving) => {
      const stored = store(id, arriving).finally(() => expected.delete(stored));
      expected.add(stored);
    },
    settle: async () => {
      await Promise.all(expected);
    },
  };
}

/** A job as it was read, whose pictures may have arrived since. */
type JobWithPictures = Pick<Job, 'id' | 'pictures_until'>;

/** The pictures of a job's result: those of the active manifest first, and each manifest's own before its ingredients'. */
export async function listThumbnails(db: Db, job: JobWithPictures): Promise<ThumbnailEntry[]> {
  await waitForPictures(db, job);
  return selectThumbnails(db, job.id);
}

/** Answers a JPEG. */
export async function findThumbnail(db: Db, job: JobWithPictures, position: number): Promise<Buffer | undefined> {
  await waitForPictures(db, job);
  return selectThumbnail(db, job.id, position);
}

/** The picture beside a result, without its bytes; undefined when there is none. */
export async function findPreview(db: Db, job: JobWithPictures): Promise<PreviewEntry | undefined> {
  await waitForPictures(db, job);
  return selectPreviewEntry(db, job.id);
}

/** Answers a WebP. */
export async function findPreviewBytes(db: Db, job: JobWithPictures, size: PreviewSize): Promise<Buffer | undefined> {
  await waitForPictures(db, job);
  return selectPreview(db, job.id, size);
}

/**
 * Any process may be storing them, so it looks in the database. The wait is bounded: what has not been stored in its time never
 * will be, and a report stays the same from its first reader on.
 */
async function waitForPictures(db: Db, { id, pictures_until }: JobWithPictures): Promise<void> {
  if (pictures_until === null) return;
  const { latePicturesMs, latePicturesPollMs } = PLATFORM_LIMITS;
  const over = AbortSignal.timeout(latePicturesMs);
  let state = await findPictureState(db, id);
  while (state === 'awaited' && !over.aborted) {
    await pause(latePicturesPollMs, over);
    state = await findPictureState(db, id);
  }
  if (state === 'overdue') await giveUpPictures(db, id);
}
