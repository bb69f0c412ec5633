import { PLATFORM_LIMITS, readConfig } from '@revera/server';
import type { Table } from '../table.ts';
import type { Assumptions } from './assumptions.ts';
import type { Figures } from './figures.ts';
import { LISTENERS, of, walBytes, type Load } from './needs.ts';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
const DAY_MINUTES = 1440;
const KEPT = readConfig({});
const STATEMENT_SECONDS = PLATFORM_LIMITS.statementMs / 1000;

interface Wall {
  what: string;
  how: string;
  /** Verifications a day. */
  of: (waiting: Load, queued: Load) => number;
}

/** Verifications a day whose peak is this many a second. */
const perDay = ({ assume }: Load, aSecond: number): number => (aSecond / assume('peak')) * DAY_SECONDS;
/** Verifications a second of one core as it is planned. */
const aCore = (load: Load, ms: number): number => (1000 * load.assume('busy')) / ms;

/** Connections that one verification a second needs at the peak. */
function connectionsEach(load: Load): number {
  const { databasePool: pool } = KEPT;
  const processes = (ms: number): number => 1 / aCore(load, ms) / load.assume('cores');
  const workers = load.isQueued ? processes(of(load, 'worker_ms')) * (pool + LISTENERS.worker) : 0;
  return processes(of(load, 'api_ms')) * (pool + LISTENERS.api) + workers;
}

const WALLS: readonly Wall[] = [
  {
    what: 'the daily check of a day of usage is one statement',
    how: `checked rows a second × ${STATEMENT_SECONDS} s`,
    of: ({ figures }) => figures.get('usage.check_rows_a_second') * STATEMENT_SECONDS,
  },
  {
    what: 'an organization with a quota has one counter, locked until its commit is on the disk',
    how: 'transactions a second on one row / peak × 86,400, for each organization',
    of: (waiting) => perDay(waiting, waiting.figures.get('commits.one_row_a_second')),
  },
  {
    what: 'queued: transactions that wake workers commit one after the other',
    how: 'transactions a second with a notification / peak × 86,400',
    of: (_waiting, queued) => perDay(queued, queued.figures.get('commits.notifying_a_second')),
  },
  {
    what: 'connections, queued',
    how: 'database_connections / connections for one a second, / peak × 86,400',
    of: (_waiting, queued) => perDay(queued, queued.assume('database_connections') / connectionsEach(queued)),
  },
  {
    what: 'connections, waiting',
    how: 'the same',
    of: (waiting) => perDay(waiting, waiting.assume('database_connections') / connectionsEach(waiting)),
  },
  {
    what: 'processor of the primary, queued',
    how: 'database_cores × 1000 × busy / PostgreSQL ms, / peak × 86,400',
    of: (_waiting, queued) =>
      perDay(queued, queued.assume('database_cores') * aCore(queued, of(queued, 'database_ms'))),
  },
  {
    what: 'processor of the primary, waiting',
    how: 'the same',
    of: (waiting) => perDay(waiting, waiting.assume('database_cores') * aCore(waiting, of(waiting, 'database_ms'))),
  },
  {
    what: 'log of writes, queued',
    how: 'wal_mb_second / (WAL + 2 pages) / peak × 86,400',
    of: (_waiting, queued) => perDay(queued, (queued.assume('wal_mb_second') * 1e6) / walBytes(queued)),
  },
  {
    what: 'log of writes, waiting',
    how: 'the same',
    of: (waiting) => perDay(waiting, (waiting.assume('wal_mb_second') * 1e6) / walBytes(waiting)),
  },
  {
    what: `values of ${KEPT.retentionMs / DAY_MS} days that are stored apart (TOAST) have no numbers left`,
    how: '2^32 / (days × values apart)',
    of: ({ figures }) => 2 ** 32 / ((KEPT.retentionMs / DAY_MS) * figures.get('stored.apart_values')),
  },
  {
    what: 'rows of expired jobs fill the largest table of PostgreSQL, 32 TiB, in a year',
    how: '32 × 2^40 / (365 × bytes of such a row)',
    of: ({ figures }) => (32 * 2 ** 40) / (365 * figures.get('stored.expired_rows_bytes')),
  },
  {
    what: 'summing a minute of usage is one statement',
    how: `summed rows a second × ${STATEMENT_SECONDS} s × 1440`,
    of: ({ figures }) => figures.get('usage.fold_rows_a_second') * STATEMENT_SECONDS * DAY_MINUTES,
  },
];

/** At how many verifications a day each part of one installation ends, the nearest first. */
export function wallsTable(figures: Figures, assume: Assumptions): Table {
  const load = { perDay: 0, figures, assume };
  const walls = WALLS.map(({ what, how, of: compute }) => {
    const million = compute({ ...load, isQueued: false }, { ...load, isQueued: true }) / 1e6;
    return [what, how, million] as const;
  });
  return {
    title: 'Where one database ends',
    columns: ['what', 'arithmetic', 'million verifications a day'],
    rows: walls.toSorted((a, b) => a[2] - b[2]).map((row) => [...row]),
  };
}
