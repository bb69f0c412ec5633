import { setTimeout as pause } from 'node:timers/promises';
import { REPLAYED_HEADER } from '../../http/answer-once.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { auditedBy } from '../audit/index.ts';
import { askForRun } from './ask-for-run.ts';
import { FINANCE_LIMITS } from './limits.ts';
import { presentRun } from './present.ts';
import { findRun, type RunRow } from './queries/runs.ts';
import type { StartedRun } from './reconcile.ts';
import { reconcileBody, reconcileHeaders, runParams, runSchema, startedSchema, type PresentedRun } from './schemas.ts';
import type { FinanceServices } from './services.ts';

const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;

/** The comparison with the payment gateway. */
export function reconcileRoutes(services: FinanceServices): Route[] {
  return [reconcileRoute(services), runRoute(services)];
}

function reconcileRoute(services: FinanceServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/finance/reconcile',
    operationId: 'reconcilePayments',
    summary: 'Compare orders with the payment gateway',
    description:
      'Reads the list of the gateway, asks it about each order in which it differs from ours, and says what differs. A run that takes longer than ten seconds is answered as running, and can be read until it has ended. With the same `Idempotency-Key` the same run is answered; one that failed is tried again. One run works at a time.',
    headers: reconcileHeaders,
    body: reconcileBody,
    responses: {
      200: { description: 'The run, which has ended', schema: runSchema, headers: REPLAYED_HEADER },
      202: { description: 'The run, which goes on', schema: startedSchema, headers: REPLAYED_HEADER },
    },
    errors: ['CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE'],
    handler: async ({ body, headers, principal, ...context }) => {
      const key = headers['idempotency-key'];
      const by = auditedBy({ ...context, principal });
      const asked = await askForRun(services, { body, key, createdBy: principal.accountId ?? 'admin_token' }, by);
      if ('repeated' in asked) {
        const answer = await answerRun(services, asked.repeated);
        return { ...answer, headers: { 'idempotent-replayed': 'true' } };
      }
      return answerStarted(services, asked, FINANCE_LIMITS.answerMs);
    },
  });
}

type RunAnswer = { status: 200; body: PresentedRun } | { status: 202; body: { run_id: string; status: 'running' } };

/**
 * Waits for a run for a while.
 *
 * @throws {AppError} PAYMENT_PROVIDER_UNAVAILABLE: the list of the gateway could not be read, and nothing was concluded
 */
export async function answerStarted(
  services: Pick<FinanceServices, 'database'>,
  { run, end }: StartedRun,
  waitMs: number,
): Promise<RunAnswer> {
  const waiting = new AbortController();
  const timeUp = pause(waitMs, 'running' as const, { signal: waiting.signal, ref: false });
  timeUp.catch(() => undefined);
  const ended = await Promise.race([end, timeUp]);
  waiting.abort();
  if (ended === 'unreadable') {
    throw new AppError('PAYMENT_PROVIDER_UNAVAILABLE', { headers: { 'retry-after': '60' } });
  }
  if (ended === 'failed') throw new Error(`run ${run.id} failed; the log says why`);
  const now = (await findRun(services.database.db, run.id)) ?? run;
  return answerRun(services, ended === 'running' ? run : now);
}

async function answerRun({ database }: Pick<FinanceServices, 'database'>, run: RunRow): Promise<RunAnswer> {
  if (run.status === 'running') return { status: 202, body: { run_id: run.id, status: run.status } };
  return { status: 200, body: await presentRun(database.db, run) };
}

function runRoute({ database }: FinanceServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/admin/finance/reconcile/{run_id}',
    operationId: 'getReconcileRun',
    summary: 'Get a comparison with the payment gateway',
    description: 'As far as it has come: while it runs, nothing is counted yet. Of one that failed nothing is known.',
    params: runParams,
    responses: { 200: { description: 'The run', schema: runSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params }) => {
      const run = await findRun(database.db, params.run_id);
      if (run === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, body: await presentRun(database.db, run) };
    },
  });
}
