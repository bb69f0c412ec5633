import type { TrustListName, TrustSnapshot } from '@revera/provenance';

/**
 * What the command line asks of the server: the port that `createServerCommands(env)` of `@revera/server` answers.
 *
 * Everything is plain data in snake_case, because it is printed as JSON as it is. Times are RFC 3339 in UTC. Each call
 * opens what it needs (data folder or database) and closes it before it answers, and works beside a running server. A
 * refusal that the user can mend (settings, an unknown key, a list that would lose its anchors) is a result; what is
 * thrown is our own fault.
 */
export interface ServerCommands {
  /** The installation's lists as they are stored, without network. Null: nothing is installed here. */
  loadInstalledTrust(): Promise<TrustSnapshot | null>;
  trustImport(request: TrustImportRequest): Promise<CommandResult<TrustImported>>;
  /** One entry for each of the four lists, in the order of `TRUST_LIST_NAMES`. */
  trustList(): Promise<CommandResult<StoredTrustList[]>>;
  /** One entry for each list that has an address to fetch from. */
  trustRefresh(request: { force: boolean }): Promise<CommandResult<TrustRefreshed[]>>;
  createKey(request: CreateKeyRequest): Promise<CommandResult<CreatedKey>>;
  listKeys(): Promise<CommandResult<KeySummary[]>>;
  /** Idempotent: a key that is revoked already is answered as it is. */
  revokeKey(id: string): Promise<CommandResult<KeySummary>>;
  showCertificates(): Promise<CommandResult<CertificateSummary[]>>;
  /** Runs until SIGTERM or SIGINT, which the server handles itself, and answers when everything is closed. */
  serve(options: ServeOptions): Promise<CommandResult<null>>;
}

export type CommandResult<Value> =
  | { kind: 'done'; value: Value }
  /** `code` is of the table of error codes or of settings; `message` is one sentence for the user. */
  | { kind: 'refused'; code: string; message: string };

export interface TrustImportRequest {
  name: TrustListName;
  /** The list as it stands in the file: PEM bundle or JSON. */
  text: string;
  /** PEM bundle of end-entity certificates that are accepted by themselves; null when there are none. */
  allowed_text: string | null;
  /** Where it came from, for the record: the file's name. */
  source: string;
}

export interface TrustImported {
  list: StoredTrustList;
  /** Certificates, against the copy before. */
  added: number;
  removed: number;
  /** Entries of the file that are not used. */
  rejected: number;
}

export interface StoredTrustList {
  name: TrustListName;
  /** False: no copy is stored. */
  available: boolean;
  /** Address it is fetched from, or the file it was imported from. */
  source: string | null;
  sha256: string | null;
  fetched_at: string | null;
  anchors: number;
  allowed: number;
  next_refresh_at: string | null;
  last_error: string | null;
  using_cached_version: boolean;
}

export const REFRESH_OUTCOMES = ['updated', 'unchanged', 'refused', 'failed'] as const;

export interface TrustRefreshed {
  name: TrustListName;
  /** `refused`: fetched, but not taken (malformed, or too many anchors would be lost); `failed`: not fetched. */
  outcome: (typeof REFRESH_OUTCOMES)[number];
  /** Why it was refused or failed. */
  message: string | null;
  added: number;
  removed: number;
  list: StoredTrustList;
}

export const KEY_MODES = ['test', 'live'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export interface CreateKeyRequest {
  mode: KeyMode;
  name: string;
  /** Null: the organization that the first start made. */
  organization_id: string | null;
  /** Null: the default scopes. Names are checked by the server, which has their table. */
  scopes: string[] | null;
}

export interface KeySummary {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  prefix: string;
  mode: KeyMode;
  scopes: string[];
  organization_id: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** `key` is the secret itself: shown this once, stored nowhere. */
export interface CreatedKey extends KeySummary {
  key: string;
}

export interface CertificateSummary {
  purpose: 'root' | 'intermediate' | 'signing' | 'time_stamping';
  subject: string;
  issuer: string;
  serial_number: string;
  fingerprint_sha256: string;
  /** Of the key, for example `ECDSA P-256`. */
  algorithm: string;
  not_before: string;
  not_after: string;
  /** Made by this installation for itself: not for production. */
  development: boolean;
  /** File or signer it comes from. */
  source: string;
}

export const SERVER_ROLES = ['all', 'api', 'worker'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

export interface ServeOptions {
  role: ServerRole;
  /** Called once, when requests or jobs are taken. */
  onReady(ready: ServerReady): void;
}

export interface ServerReady {
  role: ServerRole;
  /** Null: this role listens nowhere. */
  address: string | null;
  data_dir: string | null;
  /** Secrets of a new installation, shown this once; null on every later start. */
  first_start: FirstStart | null;
}

export interface FirstStart {
  test_key: string;
  /** Null: this installation has no administrator's account. */
  administrator: { email: string; password: string } | null;
}
