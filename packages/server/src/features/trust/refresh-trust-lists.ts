import { OutboundError } from '../../platform/outbound.ts';
import type { Db } from '../../platform/database.ts';
import { writeAudit } from '../audit/index.ts';
import { acceptCopy } from './accept-copy.ts';
import { FETCHED_LIST_NAMES, type FetchedListName, type TrustConfig } from './config.ts';
import { fetchCopy } from './fetch-copy.ts';
import { TRUST_LIMITS } from './limits.ts';
import {
  findCopy,
  findListStates,
  lockLists,
  notifyTrustChanged,
  storeFailure,
  withFetchLock,
  type ListState,
} from './queries.ts';
import { fetchSource, isDue, isFetched, losesTooMuch, nextRefreshAt, nextRetryAt } from './rules.ts';
import { SYSTEM_ACTOR, type TrustActor, type TrustServices } from './services.ts';
import { compareCopies, isProductList, type SourcedCopy } from './trust-lists.ts';
import { describeProblem, TrustRefusal } from './trust-refusal.ts';

/**
 * What became of one list. `failed`: not fetched; `refused`: fetched and not accepted. In both cases the last good copy stays.
 */
export interface RefreshOutcome {
  name: FetchedListName;
  outcome: 'updated' | 'unchanged' | 'refused' | 'failed';
  /** Why it failed or was refused: a code and a sentence. */
  message: string | null;
  /** Certificates or products, compared with the copy before. */
  added: number;
  removed: number;
}

export interface RefreshRequest {
  /** All lists that have an address, by default. */
  names?: readonly FetchedListName[];
  /** Accepts a list even when it loses more than 20 % of its certificates. */
  force: boolean;
  actor: TrustActor;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches lists now. After any failure the last good copy stays in use. Callers that arrive during another fetch, in any process,
 * wait for it and share its result.
 *
 * @throws {OutboundError} ABORTED when `signal` ended it
 */
export async function refreshTrustLists(services: TrustServices, request: RefreshRequest): Promise<RefreshOutcome[]> {
  const names = (request.names ?? FETCHED_LIST_NAMES).filter((name) => isFetched(name, services.config.trust));
  if (names.length === 0) return [];
  const before = await findStates(services.database.db);
  return whileAlone(services, async () => {
    const states = await findStates(services.database.db);
    const outcomes = names.map(async (name) => {
      const state = states.get(name);
      const isDone = state !== undefined && isNewer(state, before.get(name));
      const mustForce = request.force && state?.lastError != null;
      return isDone && !mustForce ? sharedOutcome(name, state) : refreshOne(services, name, state, request);
    });
    return Promise.all(outcomes);
  });
}

/** Fetches the lists that are due, or were never fetched. Any number of processes may call this at will. */
export async function refreshDueLists(
  services: TrustServices,
  options: { signal?: AbortSignal } = {},
): Promise<RefreshOutcome[]> {
  const { db } = services.database;
  const request: RefreshRequest = { force: false, actor: SYSTEM_ACTOR, signal: options.signal };
  if (dueNames(services, await findStates(db)).length === 0) return [];
  return whileAlone(services, async () => {
    const states = await findStates(db);
    return Promise.all(dueNames(services, states).map((name) => refreshOne(services, name, states.get(name), request)));
  });
}

async function refreshOne(
  services: TrustServices,
  name: FetchedListName,
  seen: ListState | undefined,
  request: RefreshRequest,
): Promise<RefreshOutcome> {
  const { clock, config, database, log } = services;
  const at = clock.now();
  const attempt: Attempt = { name, seen, at, config: config.trust, request };
  try {
    const copy = await fetchCopy(name, config.trust, at, request.signal);
    return await database.db.transaction().execute((trx) => takeCopy(trx, attempt, copy));
  } catch (error) {
    const isKnown = error instanceof TrustRefusal || (error instanceof OutboundError && error.code !== 'ABORTED');
    if (!isKnown) throw error;
    const outcome = error instanceof TrustRefusal ? 'refused' : 'failed';
    const message = describeProblem(error);
    log.warn({ list: name, problem: message }, 'a trust list was not refreshed');
    return await database.db.transaction().execute((trx) => recordFailure(trx, attempt, outcome, message));
  }
}

interface Attempt {
  name: FetchedListName;
  /** The row as it was when the fetch began. What an operator imports while the host is slow is newer, and stays. */
  seen: ListState | undefined;
  at: Date;
  config: TrustConfig;
  request: RefreshRequest;
}

/** @throws {TrustRefusal} when too much would be lost; the transaction then leaves nothing */
async function takeCopy(trx: Db, attempt: Attempt, copy: SourcedCopy): Promise<RefreshOutcome> {
  const { name, at, config, request } = attempt;
  await lockLists(trx);
  const state = (await findStates(trx)).get(name);
  if (state !== undefined && isNewer(state, attempt.seen)) return sharedOutcome(name, state);
  const diff = compareCopies((await findCopy(trx, name))?.list ?? null, copy.list);
  const [added, removed] = [diff.added.length, diff.removed.length];
  if (losesTooMuch(diff) && !request.force) {
    const percent = Math.round(diff.lossRatio * 100);
    const what = isProductList(copy.list) ? 'products' : 'certificates';
    throw new TrustRefusal('TOO_MANY_REMOVED', `the new copy lacks ${percent} % of the ${what}`);
  }
  const times = { at, nextRefreshAt: nextRefreshAt(at, config) };
  await acceptCopy(trx, copy, diff, { ...times, action: 'trust_list.refreshed', actor: request.actor });
  return { name, outcome: added + removed > 0 ? 'updated' : 'unchanged', message: null, added, removed };
}

async function recordFailure(
  trx: Db,
  attempt: Attempt,
  outcome: 'refused' | 'failed',
  error: string,
): Promise<RefreshOutcome> {
  const { name, at, config, request } = attempt;
  await lockLists(trx);
  const state = (await findStates(trx)).get(name);
  if (state !== undefined && isNewer(state, attempt.seen)) return sharedOutcome(name, state);
  const retryAt = nextRetryAt(at, state?.copy != null, config);
  await storeFailure(trx, { name, source: fetchSource(name, config), error, at, nextRefreshAt: retryAt });
  // A host that stays unreachable is recorded once, not at every attempt.
  if (request.actor !== SYSTEM_ACTOR || state?.lastError !== error) {
    await writeAudit(trx, {
      organizationId: null,
      ...request.actor,
      action: 'trust_list.refresh_failed',
      target: { kind: 'trust_list', id: name },
      details: { error },
    });
  }
  await notifyTrustChanged(trx, name);
  return { name, outcome, message: error, added: 0, removed: 0 };
}

function whileAlone<T>(services: TrustServices, work: () => Promise<T>): Promise<T> {
  return withFetchLock(services, services.config.trust.fetchTimeoutMs + TRUST_LIMITS.lockSlackMs, work);
}

type States = ReadonlyMap<string, ListState>;

async function findStates(db: Db): Promise<States> {
  return new Map((await findListStates(db)).map((state) => [state.name, state]));
}

function dueNames({ config, clock }: TrustServices, states: States): FetchedListName[] {
  const now = clock.now();
  return FETCHED_LIST_NAMES.filter((name) => isFetched(name, config.trust) && isDue(states.get(name), now));
}

/** Whether someone tried after `before` was seen. */
function isNewer(state: ListState, before: ListState | undefined): boolean {
  return state.lastAttemptAt.getTime() !== before?.lastAttemptAt.getTime();
}

function sharedOutcome(name: FetchedListName, { lastError }: ListState): RefreshOutcome {
  return { name, outcome: lastError === null ? 'unchanged' : 'failed', message: lastError, added: 0, removed: 0 };
}
