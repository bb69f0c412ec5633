import { boolean, createdAt, nullable, number, text, time, withDefault } from './column.ts';

export const blob = {
  key: text(),
  delete_after: time(),
  created_at: createdAt(),
};

export const rate_limit = {
  key: text(),
  tokens: number('double precision'),
  at: time(),
};

export const installation = {
  id: withDefault(boolean()),
  created_at: createdAt(),
  first_start_printed_at: nullable(time()),
};

export const schema_migration = {
  version: number('integer'),
  name: text(),
  sha256: text(),
  applied_at: createdAt(),
};
