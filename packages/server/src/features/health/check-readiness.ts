import { access, constants } from 'node:fs/promises';
import type { TrustSnapshot } from '@revera/provenance';
import { UnavailableError } from '../../shared/unavailable-error.ts';
import { pingDatabase } from './queries.ts';
import { trustAgeProblem } from './rules.ts';
import type { HealthServices } from './services.ts';

/** State of one part; `detail` is for the operator and names no secret. */
export interface Check {
  ok: boolean;
  detail: string;
}

export interface Readiness {
  status: 'ready' | 'not_ready';
  checks: { database: Check; uploads: Check; storage: Check; analysis: Check; trust: Check };
}

/** Asks every part the service cannot work without. One part that fails does not keep the others from being asked. */
export async function checkReadiness(services: HealthServices): Promise<Readiness> {
  const [database, uploads, storage, trust] = await Promise.all([
    attempt(() => pingDatabase(services.db), 'answers'),
    attempt(() => access(services.uploadDirectory, constants.W_OK), 'writable'),
    attempt(() => services.blobs.check(), 'writable'),
    trustCheck(services),
  ]);
  const { threads, busy, waiting } = services.analysis.stats();
  const analysis = { ok: threads > 0, detail: `${threads} threads, ${busy} busy, ${waiting} files waiting` };
  const checks = { database, uploads, storage, analysis, trust };
  const isReady = Object.values(checks).every((check) => check.ok);
  return { status: isReady ? 'ready' : 'not_ready', checks };
}

async function attempt(work: () => Promise<unknown>, good: string): Promise<Check> {
  try {
    await work();
    return { ok: true, detail: good };
  } catch (thrown) {
    const error = thrown instanceof UnavailableError ? thrown.cause : thrown;
    return { ok: false, detail: error instanceof Error && 'code' in error ? String(error.code) : 'does not answer' };
  }
}

async function trustCheck({ trust, clock }: HealthServices): Promise<Check> {
  let snapshot: TrustSnapshot;
  try {
    snapshot = await trust.current();
  } catch {
    return { ok: false, detail: 'the lists cannot be read from the database' };
  }
  const problem = trustAgeProblem(snapshot, clock.now());
  const absent = snapshot.expected.filter((name) => !snapshot.lists.some((list) => list.name === name));
  if (problem !== null) return { ok: false, detail: problem };
  return { ok: true, detail: absent.length === 0 ? 'fresh' : `not loaded yet: ${absent.join(', ')}` };
}
