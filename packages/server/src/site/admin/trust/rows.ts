import type { ListStatus } from '../../../shared/service-status.ts';

export type ListName = ListStatus['name'];

export interface ListRow {
  readonly name: ListName;
  readonly state: 'inUse' | 'cached' | 'absent' | 'off';
  /** Null: it is only imported. */
  readonly source: string | null;
  readonly copySource: string | null;
  readonly sha256: string | null;
  readonly fetchedAt: string | null;
  readonly nextAt: string | null;
  readonly error: string | null;
  readonly entries: number;
}

/** A certificate, or a product of the list of products. */
export interface EntryRow {
  /** Fingerprint, or the number of the record. */
  readonly id: string;
  /** Text of the certificate or list, not of this service. */
  readonly subject: string;
  /** Of a certificate its days, of a product its organization. */
  readonly about: string;
}

export interface ChangeRow {
  readonly list: ListName;
  readonly at: string;
  readonly source: string;
  readonly sha256: string;
  readonly added: readonly EntryRow[];
  readonly removed: readonly EntryRow[];
}

export interface OutcomeRow {
  readonly name: ListName;
  readonly outcome: 'updated' | 'unchanged' | 'refused' | 'failed';
  readonly message: string | null;
  readonly added: number;
  readonly removed: number;
}
