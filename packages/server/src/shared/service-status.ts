/**
 * How a trust list stands. `cached`: the newest attempt to fetch it failed. `stale`: the copy is older than allowed.
 * `absent`: it is to be used and there is no copy. `missing`: there is no copy, and no verdict needs one.
 */
export type ListStanding = 'fresh' | 'cached' | 'stale' | 'absent' | 'missing' | 'off';

export interface ListStatus {
  readonly name: 'c2pa' | 'c2pa_tsa' | 'legacy' | 'service' | 'c2pa_products';
  readonly standing: ListStanding;
  /** RFC 3339, UTC; null: there is no copy. */
  readonly fetchedAt: string | null;
  /** Certificates, or products of the list of products. */
  readonly entries: number;
}

export interface QueueStatus {
  /** Due, and nobody has begun. */
  readonly waiting: number;
  readonly running: number;
  /** How long the oldest of those that wait has been due. */
  readonly oldestMs: number;
}

/** What the service can say of itself at one moment. */
export interface ServiceStatus {
  /** RFC 3339, UTC. */
  readonly checkedAt: string;
  /** As the route for load balancers answers. */
  readonly isReady: boolean;
  readonly works: { readonly database: boolean; readonly uploads: boolean; readonly storage: boolean };
  readonly analysis: { readonly threads: number; readonly busy: number; readonly waiting: number };
  /** Null: the database did not tell. */
  readonly queue: QueueStatus | null;
  /** Null: they could not be read. */
  readonly lists: readonly ListStatus[] | null;
  readonly version: string;
}
