import { sql } from 'kysely';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import {
  KEY_ID_BYTES,
  SEALED_MARK,
  sealedHeader,
  SealedValueError,
  type SealedBox,
  type SecretKey,
} from './sealed-box.ts';

/** Every column of the database that holds sealed values. A test finds missing ones. */
export const SEALED_COLUMNS = [
  { name: 'second_factors', table: 'account', column: 'totp_secret' },
  { name: 'waiting_mails', table: 'mail', column: 'payload' },
  { name: 'webhook_secrets', table: 'webhook_endpoint', column: 'secrets' },
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** How many values there are of each kind. */
export type SealedCounts = Record<SealedColumn['name'], number>;

export interface SealedByKey {
  /** Null when sealed before values recorded their key. */
  keyId: string | null;
  counts: SealedCounts;
}

/** How many values each key has sealed, according to the values themselves. */
export async function countSealed(db: Db): Promise<SealedByKey[]> {
  const byKey = new Map<string | null, SealedCounts>();
  for (const { name, table, column } of SEALED_COLUMNS) {
    const value = sql.ref(column);
    const { rows } = await sql<{ key_id: string | null; count: number }>`
      select case when substring(${value} from 1 for ${SEALED_MARK.length}::int) = ${SEALED_MARK}
             then encode(substring(${value} from ${SEALED_MARK.length + 1}::int for ${KEY_ID_BYTES}::int), 'hex') end as key_id,
             count(*) as count
      from ${sql.table(table)} where ${value} is not null group by 1`.execute(db);
    for (const { key_id, count } of rows) {
      byKey.set(key_id, { ...(byKey.get(key_id) ?? noCounts()), [name]: count });
    }
  }
  return [...byKey].map(([keyId, counts]) => ({ keyId, counts }));
}

/** The result of one run. `unopened` were left as they are: they were changed, or their key is unknown. */
export interface Resealed {
  resealed: SealedCounts;
  unopened: SealedCounts;
}

/**
 * Reseals with the current key every value that another key has sealed, some at a time, each time in a separate transaction.
 * Works beside running servers: a row is locked while its value changes. Values that their transactions add meanwhile are found
 * by the next round; rounds repeat until one finds nothing.
 */
export async function resealAll(db: Db, box: SealedBox, current: SecretKey): Promise<Resealed> {
  const resealed = noCounts();
  const unopened = noCounts();
  for (const column of SEALED_COLUMNS) {
    let round: { resealed: number; unopened: number };
    do {
      round = await resealColumn(db, { box, current, column });
      resealed[column.name] += round.resealed;
    } while (round.resealed > 0);
    unopened[column.name] = round.unopened;
  }
  return { resealed, unopened };
}

export function noCounts(): SealedCounts {
  return { second_factors: 0, waiting_mails: 0, webhook_secrets: 0 };
}

interface Resealing {
  box: SealedBox;
  current: SecretKey;
  column: SealedColumn;
}

async function resealColumn(db: Db, work: Resealing): Promise<{ resealed: number; unopened: number }> {
  const done = { resealed: 0, unopened: 0 };
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const batch = await db.transaction().execute((trx) => resealBatch(trx, work, from));
    done.resealed += batch.resealed;
    done.unopened += batch.unopened;
    after = batch.last;
  }
  return done;
}

interface Batch {
  resealed: number;
  unopened: number;
  /** Where the next one begins; undefined at the end. */
  last: string | undefined;
}

async function resealBatch(trx: Db, { box, current, column }: Resealing, after: string): Promise<Batch> {
  const table = sql.table(column.table);
  const value = sql.ref(column.column);
  const header = sealedHeader(current);
  // Not "for update": those who only refer to the row need not wait.
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, ${value} as sealed from ${table}
    where id > ${after} and ${value} is not null and substring(${value} from 1 for ${header.length}::int) <> ${header}
    order by id limit ${PLATFORM_LIMITS.resealRows} for no key update`.execute(trx);
  let resealed = 0;
  for (const { id, sealed } of rows) {
    const plain = await openOrUndefined(box, sealed);
    if (plain === undefined) continue;
    await sql`update ${table} set ${value} = ${await box.seal(plain)} where id = ${id}`.execute(trx);
    resealed += 1;
  }
  return { resealed, unopened: rows.length - resealed, last: rows.at(-1)?.id };
}

async function openOrUndefined(box: SealedBox, sealed: Buffer): Promise<Buffer | undefined> {
  try {
    return await box.open(sealed);
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    return undefined;
  }
}
