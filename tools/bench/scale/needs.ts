import { readConfig } from '@revera/server';
import type { Cell, Table } from '../table.ts';
import type { Assumptions } from './assumptions.ts';
import type { Figures } from './figures.ts';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
const MONTH_DAYS = 30.4;
const MONTH_HOURS = 730;
const [MB, GB, TB] = [1e6, 1e9, 1e12];
/** A page of an index that is written whole into the log, the first time after a checkpoint that it is changed. */
const PAGE_BYTES = 8192;
/** Indexes of a verification whose keys are random, so that nearly each one changes a page that none changed before. */
const RANDOM_INDEXES = 2;
/** PostgreSQL's default of `autovacuum_freeze_max_age`. */
const FREEZE_TRANSACTIONS = 200_000_000;

/** Connections of a process beside its pool: those that listen (trust lists; in workers two queues and webhooks too). */
export const LISTENERS = { api: 1, worker: 4 } as const;

/** What a number of verifications a day is computed from. */
export interface Load {
  /** Verifications a day. */
  perDay: number;
  isQueued: boolean;
  figures: Figures;
  assume: Assumptions;
}

interface Line {
  what: string;
  /** Other lines by their number, in brackets. */
  how: string;
  of: (load: Load, line: (number: number) => number) => number | null;
}

/** What the product keeps, as it is shipped. */
const KEPT = readConfig({});
const retentionDays = KEPT.retentionMs / DAY_MS;
const usageDays = Math.round(KEPT.usageMonths * MONTH_DAYS);

/** A figure of the way that the load is verified, with one worker when it is queued. */
export function of({ figures, isQueued }: Load, name: string): number {
  return figures.get(`${isQueued ? 'queued_1' : 'waiting'}.${name}`);
}

/** Bytes of the database for one verification while its result is kept, without its row of usage. */
function resultBytes(load: Load): number {
  const parts = [
    'job_rows',
    'job_apart',
    'job_indexes',
    'job_thumbnail_rows',
    'job_thumbnail_apart',
    'job_thumbnail_indexes',
  ];
  return [...parts, 'others'].reduce((sum, part) => sum + Math.max(0, of(load, `${part}_bytes`)), 0);
}

function usageBytes(load: Load): number {
  return of(load, 'usage_records_rows_bytes') + of(load, 'usage_records_indexes_bytes');
}

export function walBytes(load: Load): number {
  return of(load, 'wal_bytes') + RANDOM_INDEXES * PAGE_BYTES;
}

function expiredBytes({ figures }: Load): number {
  return figures.get('stored.expired_rows_bytes') + figures.get('stored.expired_indexes_bytes');
}

const queuedOnly = (load: Load, value: number): number | null => (load.isQueued ? value : null);
const fileBytes = ({ figures }: Load): number => figures.get('file.bytes');

const LINES: readonly Line[] = [
  { what: 'calls a second, average', how: 'V / 86,400', of: ({ perDay }) => perDay / DAY_SECONDS },
  { what: 'calls a second, peak', how: '(1) × peak', of: ({ assume }, line) => line(1) * assume('peak') },
  {
    what: 'cores for API processes',
    how: '(2) × API ms / 1000 / busy',
    of: (load, line) => (line(2) * of(load, 'api_ms')) / 1000 / load.assume('busy'),
  },
  {
    what: 'cores for workers',
    how: '(2) × worker ms / 1000 / busy',
    of: (load, line) => queuedOnly(load, (line(2) * of(load, 'worker_ms')) / 1000 / load.assume('busy')),
  },
  {
    what: 'cores for PostgreSQL',
    how: '(2) × PostgreSQL ms / 1000 / busy',
    of: (load, line) => (line(2) * of(load, 'database_ms')) / 1000 / load.assume('busy'),
  },
  {
    what: 'API processes',
    how: '(3) / cores, rounded up',
    of: ({ assume }, line) => Math.ceil(line(3) / assume('cores')),
  },
  {
    what: 'workers',
    how: '(4) / cores, rounded up; at least 1',
    of: ({ assume }, line) => Math.max(1, Math.ceil(line(4) / assume('cores'))),
  },
  {
    what: 'connections',
    how: `(6) × ${KEPT.databasePool + LISTENERS.api} + (7) × ${KEPT.databasePool + LISTENERS.worker}`,
    of: (_load, line) =>
      line(6) * (KEPT.databasePool + LISTENERS.api) + line(7) * (KEPT.databasePool + LISTENERS.worker),
  },
  { what: 'statements a second, peak', how: '(2) × statements', of: (load, line) => line(2) * of(load, 'statements') },
  {
    what: 'writing transactions a second, peak',
    how: '(2) × transactions',
    of: (load, line) => line(2) * of(load, 'transactions'),
  },
  {
    what: 'rows written a second, peak',
    how: '(2) × row writes',
    of: (load, line) => line(2) * of(load, 'row_writes'),
  },
  {
    what: 'WAL, GB a day',
    how: `V × (WAL + ${RANDOM_INDEXES} × ${PAGE_BYTES})`,
    of: (load) => (load.perDay * walBytes(load)) / GB,
  },
  {
    what: 'WAL, MB a second, peak',
    how: '(12) × 1000 / 86,400 × peak',
    of: ({ assume }, line) => ((line(12) * GB) / MB / DAY_SECONDS) * assume('peak'),
  },
  {
    what: 'vacuums against wraparound of each table, a day',
    how: 'V × transactions / 200,000,000',
    of: (load) => (load.perDay * of(load, 'transactions')) / FREEZE_TRANSACTIONS,
  },
  {
    what: `results of ${retentionDays} days, TB`,
    how: `V × ${retentionDays} × result bytes`,
    of: (load) => (load.perDay * retentionDays * resultBytes(load)) / TB,
  },
  {
    what: `usage of ${KEPT.usageMonths} months, TB`,
    how: `V × ${usageDays} × usage bytes`,
    of: (load) => (load.perDay * usageDays * usageBytes(load)) / TB,
  },
  {
    what: 'rows of expired jobs, TB more each year',
    how: 'V × 365 × expired bytes',
    of: (load) => (load.perDay * 365 * expiredBytes(load)) / TB,
  },
  { what: 'files from callers, TB a day', how: 'V × file bytes', of: (load) => (load.perDay * fileBytes(load)) / TB },
  {
    what: 'files from callers, Gbit a second, peak',
    how: '(2) × file bytes × 8',
    of: (load, line) => (line(2) * fileBytes(load) * 8) / GB,
  },
  {
    what: 'S3 requests, million a day',
    how: '3 × V: PUT, GET, DELETE',
    of: (load) => queuedOnly(load, (3 * load.perDay) / 1e6),
  },
  {
    what: 'traffic with S3, TB a day',
    how: '2 × (18)',
    of: (load, line) => queuedOnly(load, 2 * line(18)),
  },
  {
    what: 'waiting in S3 at a time, peak, GB',
    how: '(2) × wait seconds × file bytes',
    of: (load, line) => queuedOnly(load, (line(2) * load.assume('wait_seconds') * fileBytes(load)) / GB),
  },
  {
    what: 'money a month: cores',
    how: `((3) + (4) + (5)) × ${MONTH_HOURS} × price_core_hour`,
    of: ({ assume }, line) => (line(3) + line(4) + line(5)) * MONTH_HOURS * assume('price_core_hour'),
  },
  {
    what: 'money a month: database disk after a year',
    how: '((15) + (16) / 2 + (17)) × 1000 × price_disk_gb',
    of: ({ assume }, line) => (line(15) + line(16) / 2 + line(17)) * 1000 * assume('price_disk_gb'),
  },
  {
    what: 'money a month: S3',
    how: `V × ${MONTH_DAYS} / 1000 × (price_put_1000 + price_get_1000) + (22) × price_object_gb`,
    of: (load, line) => queuedOnly(load, moneyOfObjects(load, line(22))),
  },
];

function moneyOfObjects({ perDay, assume }: Load, storedGb: number): number {
  const requests = ((perDay * MONTH_DAYS) / 1000) * (assume('price_put_1000') + assume('price_get_1000'));
  return requests + storedGb * assume('price_object_gb');
}

/** Every line of a load, by its number minus one; null where there is nothing to need. */
export function needsOf(load: Load): (number | null)[] {
  const values: (number | null)[] = [];
  for (const { of: compute } of LINES) values.push(compute(load, (number) => values[number - 1] ?? 0));
  return values;
}

const SIZES = [
  { perDay: 1_000_000, what: '1 million' },
  { perDay: 100_000_000, what: '100 million' },
] as const;

/** What so many verifications a day need, line by line, with the arithmetic. */
export function needsTable(figures: Figures, assume: Assumptions): Table {
  const loads = SIZES.flatMap(({ perDay, what }) =>
    [false, true].map((isQueued) => ({
      head: `${what}, ${isQueued ? 'queued' : 'waiting'}`,
      values: needsOf({ perDay, isQueued, figures, assume }),
    })),
  );
  return {
    title: 'What V verifications a day need',
    columns: ['', 'need', 'arithmetic', ...loads.map(({ head }) => head)],
    rows: LINES.map(({ what, how }, at): Cell[] => [
      `(${at + 1})`,
      what,
      how,
      ...loads.map(({ values }) => values[at] ?? null),
    ]),
  };
}
