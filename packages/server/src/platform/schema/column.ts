import type { ColumnType } from 'kysely';
import type { Fen, StoredFen } from '../../shared/fen.ts';

/** Plain JSON, as a `jsonb` column stores it. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** The types of PostgreSQL that our tables use, as `format_type` names them. */
export type DataType =
  | 'text'
  | 'text[]'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'real'
  | 'double precision'
  | 'timestamp with time zone'
  | 'bytea'
  | 'jsonb';

/**
 * One column as the program knows it. Kysely's types derive from it, and `schema.test.ts` compares it with the migrated database,
 * so that the two cannot differ.
 */
export interface Column<Read, Insert = Read, Update = Read> {
  readonly dataType: DataType;
  readonly nullable: boolean;
  /** What happens to an insert without the column: a refusal (or null), the default, a value computed from others, or a number. */
  readonly otherwise: 'nothing' | 'default' | 'computed' | 'numbered';
  /** Never present: it carries the types of reads and writes for the compiler. */
  readonly types?: ColumnType<Read, Insert, Update>;
}

/** The type of a table, for Kysely. */
export type Table<Columns extends Readonly<Record<string, Column<unknown, unknown, unknown>>>> = {
  [Name in keyof Columns]: NonNullable<Columns[Name]['types']>;
};

export function text<Value extends string = string>(): Column<Value> {
  return required('text');
}

export function texts(): Column<string[]> {
  return required('text[]');
}

export function boolean(): Column<boolean> {
  return required('boolean');
}

/** A number of one of these types; the driver reads a `bigint` as a number too and fails beyond 2^53. */
export function number(
  dataType: Extract<DataType, 'integer' | 'bigint' | 'real' | 'double precision'>,
): Column<number> {
  return required(dataType);
}

/** Money: written as a bigint, read with `fenFromStored`. */
export function fen(): Column<StoredFen, Fen, Fen> {
  return required('bigint');
}

/** The database numbers the rows, and nobody else may. */
export function numbered(): Column<number, never, never> {
  return { dataType: 'bigint', nullable: false, otherwise: 'numbered' };
}

export function time(): Column<Date> {
  return required('timestamp with time zone');
}

export function bytes(): Column<Buffer> {
  return required('bytea');
}

/** Read as JSON and written as text from `JSON.stringify`, because the driver writes an array as a SQL array. */
export function json<Read = Json>(): Column<Read, string, string> {
  return required('jsonb');
}

export function nullable<Read, Insert, Update>(
  column: Column<Read, Insert, Update>,
): Column<Read | null, Insert | null | undefined, Update | null> {
  return { ...column, nullable: true };
}

/** The database has a value for an insert without the column. */
export function withDefault<Read, Insert, Update>(
  column: Column<Read, Insert, Update>,
): Column<Read, Insert | undefined, Update> {
  return { ...column, otherwise: 'default' };
}

/** The database computes the value from other columns. */
export function computed<Read>({ dataType, nullable: mayBeNull }: Column<Read>): Column<Read, never, never> {
  return { dataType, nullable: mayBeNull, otherwise: 'computed' };
}

/** No update changes the value. */
export function fixed<Read, Insert, Update>(column: Column<Read, Insert, Update>): Column<Read, Insert, never> {
  const { dataType, nullable: mayBeNull, otherwise } = column;
  return { dataType, nullable: mayBeNull, otherwise };
}

/** When the row was inserted, by the clock of the database. */
export function createdAt(): Column<Date, Date | undefined, never> {
  return fixed(withDefault(time()));
}

function required<Read, Insert, Update>(dataType: DataType): Column<Read, Insert, Update> {
  return { dataType, nullable: false, otherwise: 'nothing' };
}
