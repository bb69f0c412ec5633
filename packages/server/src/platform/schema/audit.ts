import { createdAt, fixed, json, nullable, text, withDefault, type Json, type Table } from './column.ts';

export type ActorKind = 'account' | 'api_key' | 'admin_token' | 'command' | 'system';

export const audit_log = {
  id: text(),
  organization_id: nullable(text()),
  actor_kind: text<ActorKind>(),
  actor_id: nullable(text()),
  action: text(),
  target_kind: text(),
  target_id: nullable(text()),
  address: nullable(text()),
  request_id: nullable(text()),
  details: fixed(withDefault(json<{ [member: string]: Json }>())),
  created_at: createdAt(),
};
export type AuditLogTable = Table<typeof audit_log>;
