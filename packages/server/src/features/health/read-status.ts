import type { TrustSnapshot } from '@revera/provenance';
import type { ListStanding, ListStatus, ServiceStatus } from '../../shared/service-status.ts';
import { PROGRAM_VERSION } from '../../shared/version.ts';
import type { Readiness } from './check-readiness.ts';
import { judgeComponents, type Measured } from './judge-components.ts';
import { countDueDeliveries, countOpenJobs } from './queries.ts';
import { listStanding } from './rules.ts';
import type { HealthServices } from './services.ts';

const LIST_NAMES = ['c2pa', 'c2pa_tsa', 'legacy', 'service', 'c2pa_products'] as const;

/** What people see of the state of the service: the readiness of its parts, the queue, and the trust lists. */
export async function readStatus(
  services: HealthServices,
  readiness: () => Promise<Readiness>,
): Promise<ServiceStatus> {
  const now = services.clock.now();
  const [{ status, checked_at, checks }, queue, webhooks, snapshot] = await Promise.all([
    readiness(),
    orNull(countOpenJobs(services.db)),
    orNull(countDueDeliveries(services.db)),
    orNull(services.trust.current()),
  ]);
  const { threads, busy, waiting } = services.analysis.stats();
  const measured: Measured = {
    checkedAt: checked_at,
    isReady: status === 'ready',
    works: { database: checks.database.ok, uploads: checks.uploads.ok, storage: checks.storage.ok },
    analysis: { threads, busy, waiting },
    queue,
    webhooks,
    lists: snapshot === null ? null : LIST_NAMES.map((name) => describeList(name, snapshot, now)),
    version: PROGRAM_VERSION,
  };
  return { ...measured, components: judgeComponents(measured) };
}

/** A part that does not answer is a fact to show, not a failure of the page. */
export async function orNull<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}

function describeList(name: ListStatus['name'], snapshot: TrustSnapshot, now: Date): ListStatus {
  if (name === 'c2pa_products') {
    const { products = null } = snapshot;
    if (products === null) return { name, standing: 'missing', fetchedAt: null, entries: 0 };
    const standing: ListStanding = products.last_fetch_failed ? 'cached' : 'fresh';
    return { name, standing, fetchedAt: products.fetched_at, entries: products.products.length };
  }
  const list = snapshot.lists.find((candidate) => candidate.name === name);
  return {
    name,
    standing: listStanding(name, snapshot, now),
    fetchedAt: list?.fetched_at ?? null,
    entries: (list?.anchors.length ?? 0) + (list?.allowed.length ?? 0),
  };
}
