import { UnavailableError } from '../../shared/unavailable-error.ts';

/**
 * Stores the job of a file. When the database connection breaks we do not know whether the job was stored, so its file stays; the
 * sweep deletes it when no job needs it.
 */
export async function storeWithFile<Stored>(file: { keep(): unknown }, store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof UnavailableError) file.keep();
    throw error;
  }
}
