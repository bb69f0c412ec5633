import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside the bundle in `dist`, or in the package when the sources are run directly. */
const CANDIDATES = ['./migrations', '../../migrations'];

/** Folder of the numbered SQL files. */
export const MIGRATIONS_DIRECTORY = findMigrations();

function findMigrations(): string {
  for (const candidate of CANDIDATES) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    if (existsSync(path)) return path;
  }
  throw new Error('the database migrations are missing from this installation');
}
