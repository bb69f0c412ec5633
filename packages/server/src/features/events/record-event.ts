import type { OperationNodeSource, RawBuilder } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { storedJson } from '../../platform/stored-json.ts';
import { newId } from '../../shared/ids.ts';
import type { SubscribedType } from '../../shared/event-types.ts';
import { endTold, insertEvent, storeEnd } from './queries.ts';

/** A change that an organization may want to be told of. */
export interface NewEvent {
  organizationId: string;
  type: SubscribedType;
  /** Whether it happened in the sandbox. */
  sandbox: boolean;
  /** The published object as it is after the change. */
  data: object;
  /** Names the change, where it must be told once: a second event with this key is not stored. */
  dedupeKey?: string;
}

/** Records an event in the transaction of the change; nothing is stored when no endpoint wants to know of it. */
export async function recordEvent(trx: Db, { organizationId, data, dedupeKey, ...event }: NewEvent): Promise<void> {
  await insertEvent(trx, {
    ...event,
    id: newId('event'),
    organization_id: organizationId,
    dedupe_key: dedupeKey ?? null,
    data: storedJson({ ...data, sandbox: event.sandbox }),
  });
}

/**
 * Ends a job and records the event that tells of it, in one statement. Every job ends by this function, the one that a worker did
 * and the one that is stored when it has ended. What the event says is read from the job's row when it is sent.
 *
 * @param ending the statement, without `returning`
 * @returns whether it ended the job
 */
export async function endAndTell(db: Db, ending: OperationNodeSource): Promise<boolean> {
  return (await storeEnd(db, ending, newId('event'))) > 0;
}

/** For the `returning` of a statement that stores a job which has ended, beside what else it does: records the event. */
export function tellingOfEnd(): RawBuilder<unknown> {
  return endTold(newId('event'));
}
