import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { gatewayOf } from '../billing/orders/index.ts';
import { findRunByKey, type RunRow } from './queries/runs.ts';
import { startRun, type RunRequest, type StartedRun } from './reconcile.ts';
import type { reconcileBody } from './schemas.ts';
import type { FinanceServices } from './services.ts';

export interface RunWish {
  body: z.output<typeof reconcileBody>;
  /** Undefined: asked for again, it is another run. */
  key: string | undefined;
  createdBy: string;
}

type AskingBy = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/**
 * Starts the comparison that a person asks for, or answers the one that was asked for with the same key.
 *
 * @throws {AppError} PAYMENT_PROVIDER_UNAVAILABLE: there is no gateway; CONFLICT: another is under way, or the key was used for
 *   something else; {ValidationFailure} it would end in the future
 */
export async function askForRun(
  services: FinanceServices,
  { body, key, createdBy }: RunWish,
  by: AskingBy,
): Promise<StartedRun | { repeated: RunRow }> {
  const gateway = gatewayOf(services);
  if (body.to > services.clock.now()) {
    throw new ValidationFailure([
      { loc: ['body', 'to'], type: 'value_error', ctx: { error: 'must not be in the future' } },
    ]);
  }
  const request = requestOf(body, key, createdBy);
  const repeated = await findRepeated(services, request);
  if (repeated !== undefined) return { repeated };
  const started = await startRun(services, gateway, request);
  if (started === 'busy') {
    throw new AppError('CONFLICT', { details: { reason: 'request_under_way' }, headers: { 'retry-after': '10' } });
  }
  await auditRun(services, started.run, by);
  return started;
}

function requestOf(body: RunWish['body'], key: string | undefined, createdBy: string): RunRequest {
  const { mode, from, to, order_ids: orderIds } = body;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([mode, from, to, orderIds ?? null]))
    .digest('hex');
  return {
    mode,
    from,
    to,
    orderIds: orderIds ?? null,
    unpaidOnly: false,
    createdBy,
    key: key === undefined ? null : { text: key, fingerprint },
  };
}

async function findRepeated(
  { database }: FinanceServices,
  { key, createdBy }: RunRequest,
): Promise<RunRow | undefined> {
  if (key === null || createdBy === null) return undefined;
  const run = await findRunByKey(database.db, createdBy, key.text);
  if (run !== undefined && run.fingerprint !== key.fingerprint) {
    throw new AppError('CONFLICT', { details: { reason: 'idempotency_key_reused' } });
  }
  return run;
}

async function auditRun(
  { database }: FinanceServices,
  { id, mode, window_from, window_to }: RunRow,
  by: AskingBy,
): Promise<void> {
  await writeAudit(database.db, {
    ...by,
    organizationId: null,
    action: 'reconcile_run.started',
    target: { kind: 'reconcile_run', id },
    details: { mode, from: window_from.toISOString(), to: window_to.toISOString() },
  });
}
