import type { Language } from '../../shared/language.ts';
import {
  boolean,
  bytes,
  computed,
  createdAt,
  nullable,
  number,
  text,
  time,
  withDefault,
  type Table,
} from './column.ts';

export const account = {
  id: text(),
  email: text(),
  /** The address in lower case, unique. */
  email_key: computed(text()),
  password_hash: nullable(text()),
  email_verified_at: nullable(time()),
  is_admin: withDefault(boolean()),
  language: withDefault(text<Language>()),
  name: withDefault(text()),
  password_changed_at: nullable(time()),
  must_change_password: withDefault(boolean()),
  /** Encrypted; see platform/sealed-box.ts. */
  totp_secret: nullable(bytes()),
  totp_enabled_at: nullable(time()),
  totp_last_step: nullable(number('bigint')),
  first_signed_in_at: nullable(time()),
  suspended_at: nullable(time()),
  suspension_reason: nullable(text()),
  created_at: createdAt(),
};
export type AccountTable = Table<typeof account>;

export const session = {
  id: text(),
  account_id: text(),
  token_sha256: bytes(),
  user_agent: withDefault(text()),
  address: nullable(text()),
  created_at: createdAt(),
  last_seen_at: withDefault(time()),
  reauthenticated_at: withDefault(time()),
  expires_at: time(),
  ended_at: nullable(time()),
};
export type SessionTable = Table<typeof session>;

export type TokenKind = 'email_verification' | 'password_reset' | 'email_change' | 'email_revert';

export const account_token = {
  id: text(),
  account_id: text(),
  kind: text<TokenKind>(),
  /** The address that the token was sent to. */
  email: text(),
  token_sha256: bytes(),
  created_at: createdAt(),
  expires_at: time(),
  used_at: nullable(time()),
};

export const recovery_code = {
  account_id: text(),
  code_sha256: bytes(),
  used_at: nullable(time()),
};
