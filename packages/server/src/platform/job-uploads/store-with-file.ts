import { UnavailableError } from '../../shared/unavailable-error.ts';

/**
 * Stores the job of a file. When the database breaks off it is not known whether the job was stored, so its file stays for
 * whoever works on it; the sweep deletes one that nobody needs.
 */
export async function storeWithFile<Stored>(file: { keep(): unknown }, store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof UnavailableError) file.keep();
    throw error;
  }
}
