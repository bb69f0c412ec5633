import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../platform/database.ts';
import { decodePlanFile, importPlans } from './import-plans.ts';
import { listPlans } from './queries.ts';

/** Beside the bundle in `dist`, or in the package when the sources are run directly. */
const CANDIDATES = ['./plans.json', '../../../../plans.json'];

/** The plans that the program ships, as text. */
export function readShippedPlans(): string {
  for (const candidate of CANDIDATES) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  throw new Error('the file of plans is missing from this installation');
}

/** Stores the shipped plans in an installation that has none yet. */
export async function ensurePlans(db: Db): Promise<void> {
  if ((await listPlans(db)).length > 0) return;
  await importPlans(db, decodePlanFile(readShippedPlans()), { kind: 'system', id: null });
}
