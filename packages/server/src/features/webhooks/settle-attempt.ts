import type { Db } from '../../platform/database.ts';
import { writeAudit } from '../audit/index.ts';
import { queueMail } from '../mail/index.ts';
import { findOrganizationName, listOwners } from '../notices/index.ts';
import type { AttemptOutcome } from './attempt-delivery.ts';
import { retryDelayMs } from './limits.ts';
import { noteFailure, noteWorking, type Endpoint } from './queries/endpoints.ts';
import { storeAttempt, type ClaimedDelivery, type MadeAttempt } from './queries/sending.ts';
import type { SenderServices } from './services.ts';

/** By which a receiver says that it wants nothing more. */
const GONE = 410;

/** Stores an attempt, and what follows from it for the delivery and for its endpoint; nothing when the lease was lost. */
export async function settleAttempt(
  services: SenderServices,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  owner: string,
): Promise<void> {
  const { db } = services.database;
  const lease = { ...delivery, owner };
  const next = nextOf(delivery, outcome, services.random());
  const attempt: MadeAttempt = { ...outcome, next };
  if (next.status === 'delivered' && !delivery.is_failing) {
    await storeAttempt(db, lease, attempt);
    return;
  }
  await db.transaction().execute(async (trx) => {
    if (!(await storeAttempt(trx, lease, attempt))) return;
    if (next.status === 'delivered') {
      await noteWorking(trx, delivery.endpoint_id);
      return;
    }
    const disabled = await noteFailure(trx, delivery.endpoint_id, outcome.statusCode === GONE);
    if (disabled !== undefined) await tellOfDisabled(trx, services, disabled);
  });
}

function nextOf({ step }: ClaimedDelivery, { statusCode }: AttemptOutcome, random: number): MadeAttempt['next'] {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { status: 'delivered' };
  const delayMs = statusCode === GONE ? null : retryDelayMs(step + 1, random);
  return delayMs === null ? { status: 'dead' } : { status: 'pending', delayMs };
}

/** The service changed what belongs to the organization: the log says so, and the owners are told. */
async function tellOfDisabled(trx: Db, { secrets, links, clock }: SenderServices, endpoint: Endpoint): Promise<void> {
  const { id, organization_id: organizationId, url, disabled_reason } = endpoint;
  const reason = disabled_reason ?? 'failing';
  await writeAudit(trx, {
    organizationId,
    actor: { kind: 'system', id: null },
    action: 'webhook.disabled',
    target: { kind: 'webhook', id },
    details: { reason, url },
  });
  const organization = await findOrganizationName(trx, organizationId);
  const when = clock.now().toISOString();
  for (const { email, language } of await listOwners(trx, organizationId)) {
    const link = links.page(language, `dashboard?org=${organizationId}`);
    const values = { organization, url, reason, when, link };
    await queueMail(trx, secrets, { template: 'webhook_disabled', to: email, language, values });
  }
}
