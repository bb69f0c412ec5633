import type { Component, ComponentState } from './components.ts';

/**
 * The state of a trust list. `cached`: the latest attempt to fetch it failed. `stale`: the copy is older than allowed. `absent`:
 * it should be used and there is no copy. `missing`: there is no copy, and no verdict needs one.
 */
export type ListStanding = 'fresh' | 'cached' | 'stale' | 'absent' | 'missing' | 'off';

export interface ListStatus {
  readonly name: 'c2pa' | 'c2pa_tsa' | 'legacy' | 'service' | 'c2pa_products';
  readonly standing: ListStanding;
  /** RFC 3339, UTC; null without a copy. */
  readonly fetchedAt: string | null;
  /** Certificates, or products of the list of products. */
  readonly entries: number;
}

export interface QueueStatus {
  /** Due, and not begun. */
  readonly waiting: number;
  readonly running: number;
  /** How long the oldest waiting job has been due. */
  readonly oldestMs: number;
}

/** Deliveries of webhooks. */
export interface DeliveryStatus {
  /** Due, and not made. */
  readonly waiting: number;
  /** How long the oldest has been due. */
  readonly oldestMs: number;
}

/** How many samples of one day were in each state; without any, nothing was recorded. */
export interface DayRecord extends Readonly<Record<ComponentState, number>> {
  /** As `2026-11-23`, in UTC. */
  readonly day: string;
}

/** Of the last 90 days, the oldest first. */
export type History = Readonly<Record<Component, readonly DayRecord[]>>;

/** The state of the service at one moment. */
export interface ServiceStatus {
  /** RFC 3339, UTC. */
  readonly checkedAt: string;
  /** As answered by the route for load balancers. */
  readonly isReady: boolean;
  readonly works: { readonly database: boolean; readonly uploads: boolean; readonly storage: boolean };
  readonly analysis: { readonly threads: number; readonly busy: number; readonly waiting: number };
  /** Null when the database did not answer. */
  readonly queue: QueueStatus | null;
  /** Null when they could not be read. */
  readonly lists: readonly ListStatus[] | null;
  /** Null when the database did not answer. */
  readonly webhooks: DeliveryStatus | null;
  /** What customers need, judged by all this. */
  readonly components: Readonly<Record<Component, ComponentState>>;
  readonly version: string;
}
