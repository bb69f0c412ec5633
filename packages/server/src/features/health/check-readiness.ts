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
  /** When the measurement began. */
  checked_at: string;
  checks: { database: Check; uploads: Check; storage: Check; analysis: Check; trust: Check };
}

/** Checks every part that the service depends on. One that fails or hangs does not keep the others from being checked. */
export function openReadiness(services: HealthServices): () => Promise<Readiness> {
  const { db, uploadDirectory, blobs, clock, limits } = services;
  const part = (check: () => Promise<Check>) => askedInTime(check, limits.readinessMs);
  const askDatabase = part(() => attempt(() => pingDatabase(db), 'answers'));
  const askUploads = part(() => attempt(() => access(uploadDirectory, constants.W_OK), 'writable'));
  const askStorage = part(() => attempt(() => blobs.check(), 'writable'));
  const askTrust = part(() => trustCheck(services));
  return async () => {
    const checked_at = clock.now().toISOString();
    const [database, uploads, storage, trust] = await Promise.all([
      askDatabase(),
      askUploads(),
      askStorage(),
      askTrust(),
    ]);
    const { threads, busy, waiting } = services.analysis.stats();
    const analysis = { ok: threads > 0, detail: `${threads} threads, ${busy} busy, ${waiting} files waiting` };
    const checks = { database, uploads, storage, analysis, trust };
    const isReady = Object.values(checks).every((check) => check.ok);
    return { status: isReady ? 'ready' : 'not_ready', checked_at, checks };
  };
}

const SILENT: Check = { ok: false, detail: 'does not answer' };

/** A part that hangs is not asked again until it has answered: questions to it must not pile up. */
function askedInTime(check: () => Promise<Check>, withinMs: number): () => Promise<Check> {
  let open: Promise<Check> | null = null;
  return async () => {
    open ??= check().finally(() => {
      open = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<Check>((resolve) => {
      timer = setTimeout(resolve, withinMs, SILENT);
    });
    try {
      return await Promise.race([open, silence]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function attempt(work: () => Promise<unknown>, good: string): Promise<Check> {
  try {
    await work();
    return { ok: true, detail: good };
  } catch (thrown) {
    const error = thrown instanceof UnavailableError ? thrown.cause : thrown;
    return error instanceof Error && 'code' in error ? { ok: false, detail: String(error.code) } : SILENT;
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
