import type { Db } from '../../platform/database.ts';
import type { Json } from '../../platform/schema/column.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import {
  deleteEndpoint,
  insertEndpoint,
  lockAndCountEndpoints,
  lockEndpoint,
  updateEndpoint,
  updateSecrets,
  type Endpoint,
} from './queries/endpoints.ts';
import { checkAddress, isSandboxOnly } from './rules.ts';
import type { WebhookChangeRequest, WebhookRequest } from './schemas.ts';
import { newSecret, openSecrets, sealSecrets, secretText } from './secrets.ts';
import type { WebhookServices } from './services.ts';
import type { AuditVerb } from '../../shared/audit-actions.ts';

/** Who asks, and from where. */
export interface Asking {
  viewer: Viewer;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
}

/** The row, and the secret that is shown this once. */
export interface WithSecret {
  row: Endpoint;
  secret: string;
}

/** @throws {AppError} CONFLICT when the organization has as many as it may; {ValidationFailure} for its address */
export async function createWebhook(
  { db, secrets: box, allowLoopbackHttp }: WebhookServices,
  { url, events, sandbox_only }: WebhookRequest,
  asking: Asking,
): Promise<WithSecret> {
  const address = checkAddress(url, allowLoopbackHttp);
  const secret = newSecret();
  const secrets = await sealSecrets(box, { current: secret, previous: null });
  const { organizationId } = asking.viewer;
  return db.transaction().execute(async (trx) => {
    if ((await lockAndCountEndpoints(trx, organizationId)) >= WEBHOOK_LIMITS.endpointsPerOrganization) {
      throw new AppError('CONFLICT', { details: { reason: 'too_many_webhooks' } });
    }
    const row = await insertEndpoint(trx, {
      id: newId('webhook'),
      organization_id: organizationId,
      url: address,
      events: [...new Set(events)],
      sandbox_only: isSandboxOnly(asking.viewer, sandbox_only),
      secrets,
    });
    await audit(trx, asking, 'created', row.id, { url: row.url, events: row.events, sandbox_only: row.sandbox_only });
    return { row, secret: secretText(secret) };
  });
}

/** @throws {AppError} NOT_FOUND; {ValidationFailure} for its address */
export async function changeWebhook(
  { db, allowLoopbackHttp }: WebhookServices,
  id: string,
  request: WebhookChangeRequest,
  asking: Asking,
): Promise<Endpoint> {
  const { url, events, sandbox_only, enabled } = request;
  const change = {
    ...(url === undefined ? {} : { url: checkAddress(url, allowLoopbackHttp) }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(sandbox_only === undefined ? {} : { sandbox_only: isSandboxOnly(asking.viewer, sandbox_only) }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  return db.transaction().execute(async (trx) => {
    const before = await requireLocked(trx, id, asking);
    if (Object.keys(change).length === 0) return before;
    const row = await updateEndpoint(trx, id, change);
    await audit(trx, asking, 'updated', id, change);
    return row;
  });
}

/** Deletes it for good, with its deliveries. @throws {AppError} NOT_FOUND */
export async function deleteWebhook({ db }: WebhookServices, id: string, asking: Asking): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await requireLocked(trx, id, asking);
    await deleteEndpoint(trx, id);
    await audit(trx, asking, 'deleted', id, { url: row.url });
  });
}

/** Replaces the secret; the one before it signs as well for a day. @throws {AppError} NOT_FOUND */
export async function rotateSecret(
  { db, secrets: box }: WebhookServices,
  id: string,
  asking: Asking,
): Promise<WithSecret> {
  const secret = newSecret();
  return db.transaction().execute(async (trx) => {
    const before = await requireLocked(trx, id, asking);
    const { current: previous } = await openSecrets(box, before.secrets);
    const row = await updateSecrets(trx, id, await sealSecrets(box, { current: secret, previous }));
    await audit(trx, asking, 'secret_rotated', id, {});
    return { row, secret: secretText(secret) };
  });
}

/** @throws {AppError} NOT_FOUND */
export async function requireLocked(trx: Db, id: string, { viewer }: Asking): Promise<Endpoint> {
  const row = await lockEndpoint(trx, id, viewer);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

export async function audit(
  trx: Db,
  { viewer, by }: Asking,
  what: AuditVerb<'webhook'>,
  id: string,
  details: { [member: string]: Json },
): Promise<void> {
  await writeAudit(trx, {
    ...by,
    organizationId: viewer.organizationId,
    action: `webhook.${what}`,
    target: { kind: 'webhook', id },
    details,
  });
}
