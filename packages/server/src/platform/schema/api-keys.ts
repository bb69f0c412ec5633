import type { KeyMode } from '../../shared/api-key-format.ts';
import { bytes, createdAt, nullable, text, texts, time, type Table } from './column.ts';

export const api_key = {
  id: text(),
  organization_id: text(),
  name: text(),
  prefix: text(),
  mode: text<KeyMode>(),
  scopes: texts(),
  secret_sha256: bytes(),
  created_by: nullable(text()),
  created_at: createdAt(),
  last_used_at: nullable(time()),
  expires_at: nullable(time()),
  revoked_at: nullable(time()),
};
export type ApiKeyTable = Table<typeof api_key>;
