/** What the calculation takes for granted. Prices are examples, and nobody's list: `--assume price_core_hour=0.03` replaces one. */
export const ASSUMPTIONS = {
  peak: { value: 3, what: 'busiest second of the day / its average' },
  busy: { value: 0.5, what: 'share of a core that is planned to be used at the peak' },
  cores: { value: 2, what: 'cores of one process (`ANALYSIS_THREADS=2`)' },
  wait_seconds: { value: 60, what: 'seconds that a queued file waits in the object store' },
  database_cores: { value: 64, what: 'cores of the largest database host that you would run' },
  database_connections: { value: 500, what: 'connections that the database is set up for' },
  wal_mb_second: { value: 200, what: 'MB a second that disk and replicas take of the log of writes' },
  price_core_hour: { value: 0.04, what: 'one core for an hour' },
  price_disk_gb: { value: 0.1, what: 'one GB of database disk for a month' },
  price_object_gb: { value: 0.025, what: 'one GB in the object store for a month' },
  price_put_1000: { value: 0.005, what: '1,000 requests that write an object' },
  price_get_1000: { value: 0.0004, what: '1,000 requests that read an object' },
} as const satisfies Record<string, { value: number; what: string }>;

export type AssumptionName = keyof typeof ASSUMPTIONS;

/** The value of each. */
export type Assumptions = (name: AssumptionName) => number;
