import { sql } from 'kysely';

/**
 * An instant of the database's clock, `ms` from now.
 *
 * Only one of two clocks decides. A row's own times (when it was made, used or ended, until when it is valid, whose lease it is
 * under, when a password was given) are written by the database and compared there with `now()`: the processes of a service may
 * run on machines whose clocks differ, and a session must not live longer on one of them. Everything dated elsewhere is compared
 * with the process's clock (`clock.ts`), and the process writes what it will compare: validity of certificates, time stamps, the
 * age of trust lists, one-time codes, the sealed steps of signing in. No instant written by the database is compared in
 * TypeScript; let the query answer instead.
 */
export function databaseTimeIn(ms: number) {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}
