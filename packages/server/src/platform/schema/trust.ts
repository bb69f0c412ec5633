import type { ConformingProduct, KeptListName } from '@revera/provenance';
import { createdAt, json, nullable, number, text, time, withDefault } from './column.ts';

export const trust_list = {
  name: text<KeptListName>(),
  source: text(),
  /** Null, like `fetched_at`, while there is no copy. */
  sha256: nullable(text()),
  certificates: json<string[]>(),
  allowed: withDefault(json<string[]>()),
  certificate_count: number('integer'),
  /** Only of the list `c2pa_products`. */
  products: withDefault(json<ConformingProduct[]>()),
  fetched_at: nullable(time()),
  last_attempt_at: time(),
  last_error: nullable(text()),
  next_refresh_at: nullable(time()),
};

export const trust_list_change = {
  id: withDefault(number('bigint')),
  list: text<KeptListName>(),
  changed_at: createdAt(),
  source: text(),
  added: json(),
  removed: json(),
  sha256: text(),
};
