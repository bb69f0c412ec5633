import { OutboundError } from '../../platform/outbound.ts';
import type { Db } from '../../platform/database.ts';
import { writeAudit } from '../audit/index.ts';
import { acceptCopy } from './accept-copy.ts';
import { FETCHED_LIST_NAMES, type FetchedListName } from './config.ts';
import { fetchCopy } from './fetch-copy.ts';
import { TRUST_LIMITS } from './limits.ts';
import {
  findCopy,
  findListStates,
  notifyTrustChanged,
  storeFailure,
  withTrustLock,
  type ListState,
} from './queries.ts';
import { fetchSource, isDue, isFetched, losesTooMuch, nextRefreshAt, nextRetryAt } from './rules.ts';
import { SYSTEM_ACTOR, type TrustActor, type TrustServices } from './services.ts';
import { compareCopies, type SourcedCopy } from './trust-lists.ts';
import { describeProblem, TrustRefusal } from './trust-refusal.ts';

/** What became of one list. `failed`: not fetched; `refused`: fetched and not taken. Then the last good copy stays. */
export interface RefreshOutcome {
  name: FetchedListName;
  outcome: 'updated' | 'unchanged' | 'refused' | 'failed';
  /** Why it failed or was refused: a code and a sentence. */
  message: string | null;
  /** Certificates, against the copy before. */
  added: number;
  removed: number;
}

export interface RefreshRequest {
  /** Default: all lists that have an address. */
  names?: readonly FetchedListName[];
  /** Takes a list also when it loses more than 20 % of its certificates. */
  force: boolean;
  actor: TrustActor;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches lists now. Whatever is not in order leaves the last good copy in use. Callers that come while another one
 * fetches, in any process, wait for it and share what it brought.
 *
 * @throws {OutboundError} ABORTED when `signal` ended it
 */
export async function refreshTrustLists(services: TrustServices, request: RefreshRequest): Promise<RefreshOutcome[]> {
  const names = (request.names ?? FETCHED_LIST_NAMES).filter((name) => isFetched(name, services.config.trust));
  if (names.length === 0) return [];
  const before = await findStatesByName(services);
  return whileAlone(services, async () => {
    const now = await findStatesByName(services);
    return Promise.all(
      names.map((name) => {
        const state = now.get(name);
        const shared = state !== undefined && isNewer(state, before.get(name)) && !(request.force && state.lastError);
        return shared ? sharedOutcome(name, state) : refreshOne(services, name, request);
      }),
    );
  });
}

/** Fetches the lists whose time has come, or that were never fetched. Any number of processes may call this at will. */
export async function refreshDueLists(
  services: TrustServices,
  options: { signal?: AbortSignal } = {},
): Promise<RefreshOutcome[]> {
  const request: RefreshRequest = { force: false, actor: SYSTEM_ACTOR, signal: options.signal };
  if ((await findDueNames(services)).length === 0) return [];
  return whileAlone(services, async () => {
    const due = await findDueNames(services);
    return Promise.all(due.map((name) => refreshOne(services, name, request)));
  });
}

async function refreshOne(
  services: TrustServices,
  name: FetchedListName,
  request: RefreshRequest,
): Promise<RefreshOutcome> {
  const at = services.clock.now();
  const { db } = services.database;
  try {
    const copy = await fetchCopy(name, services.config.trust, at, request.signal);
    return await db.transaction().execute((trx) => takeCopy(trx, services, copy, name, at, request));
  } catch (error) {
    const isKnown = error instanceof TrustRefusal || (error instanceof OutboundError && error.code !== 'ABORTED');
    if (!isKnown) throw error;
    const outcome = error instanceof TrustRefusal ? 'refused' : 'failed';
    const message = describeProblem(error);
    services.log.warn({ list: name, problem: message }, 'a trust list was not refreshed');
    await db.transaction().execute((trx) => recordFailure(trx, services, name, message, at, request.actor));
    return { name, outcome, message, added: 0, removed: 0 };
  }
}

/** @throws {TrustRefusal} when too much would be lost; the transaction then leaves nothing */
async function takeCopy(
  trx: Db,
  services: TrustServices,
  copy: SourcedCopy,
  name: FetchedListName,
  at: Date,
  { force, actor }: RefreshRequest,
): Promise<RefreshOutcome> {
  const diff = compareCopies((await findCopy(trx, name))?.list ?? null, copy.list);
  const [added, removed] = [diff.added.length, diff.removed.length];
  if (losesTooMuch(diff) && !force) {
    const percent = Math.round(diff.lossRatio * 100);
    throw new TrustRefusal('TOO_MANY_REMOVED', `the new copy lacks ${percent} % of the certificates`);
  }
  const times = { at, nextRefreshAt: nextRefreshAt(at, services.config.trust) };
  await acceptCopy(trx, copy, diff, { ...times, action: 'trust_list.refreshed', actor });
  return { name, outcome: added + removed > 0 ? 'updated' : 'unchanged', message: null, added, removed };
}

async function recordFailure(
  trx: Db,
  { config }: TrustServices,
  name: FetchedListName,
  error: string,
  at: Date,
  actor: TrustActor,
): Promise<void> {
  const state = (await findListStates(trx)).find((candidate) => candidate.name === name);
  const retryAt = nextRetryAt(at, state?.copy != null, config.trust);
  await storeFailure(trx, { name, source: fetchSource(name, config.trust), error, at, nextRefreshAt: retryAt });
  // A host that stays away is recorded once, not at every attempt.
  if (actor !== SYSTEM_ACTOR || state?.lastError !== error) {
    await writeAudit(trx, {
      organizationId: null,
      ...actor,
      action: 'trust_list.refresh_failed',
      target: { kind: 'trust_list', id: name },
      details: { error },
    });
  }
  await notifyTrustChanged(trx, name);
}

function whileAlone<T>(services: TrustServices, work: () => Promise<T>): Promise<T> {
  return withTrustLock(services, services.config.trust.fetchTimeoutMs + TRUST_LIMITS.lockSlackMs, work);
}

async function findDueNames({ database, config, clock }: TrustServices): Promise<FetchedListName[]> {
  const states = new Map((await findListStates(database.db)).map((state) => [state.name, state]));
  const now = clock.now();
  return FETCHED_LIST_NAMES.filter((name) => isFetched(name, config.trust) && isDue(states.get(name), now));
}

async function findStatesByName({ database }: TrustServices): Promise<Map<string, ListState>> {
  return new Map((await findListStates(database.db)).map((state) => [state.name, state]));
}

/** Whether someone tried after `before` was seen. */
function isNewer(state: ListState, before: ListState | undefined): boolean {
  return state.lastAttemptAt.getTime() !== before?.lastAttemptAt.getTime();
}

function sharedOutcome(name: FetchedListName, { lastError }: ListState): RefreshOutcome {
  return { name, outcome: lastError === null ? 'unchanged' : 'failed', message: lastError, added: 0, removed: 0 };
}
