import { sql } from 'kysely';

/**
 * An instant of the database's clock, `ms` from now.
 *
 * Of two clocks one decides. What a row says of its own time (when it was made, used or ended, until when it holds,
 * whose lease it is under, when a password was given) the database writes and the database compares with `now()`: the
 * processes of a service may run on machines whose clocks differ, and a session must not live longer on one of them.
 * What is dated elsewhere is compared with the process's clock (`clock.ts`), and the process writes what it will
 * compare: validity of certificates, time stamps, the age of trust lists, one-time codes, the sealed steps of signing
 * in. No instant that the database wrote is compared in TypeScript; ask the query for the answer instead.
 */
export function databaseTimeIn(ms: number) {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}
