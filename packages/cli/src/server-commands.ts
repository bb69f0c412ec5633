import type { TrustSnapshot } from '@revera/provenance';
import type {
  AdminAccount,
  AdminFound,
  AdminOrganization,
  CertificateRequest,
  CertificateRequested,
  CertificateSummary,
  CommandResult,
  CreateKeyRequest,
  ExportedCertificates,
  ExportRequest,
  Initialized,
  OneTimePassword,
  PresentedKey,
  ProviderCodeRequest,
  ProviderCodeStored,
  RenewedCertificate,
  RequestAlgorithm,
  SecretsRotated,
  SecretsRotateRequest,
  SecretsStatus,
  ServeOptions,
  ServeResult,
  SignedByCommand,
  SignRequest,
  StoredTrustList,
  SuspendRequest,
  TrustImported,
  TrustImportRequest,
  TrustRefreshed,
} from '@revera/server';

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
  /** One entry for each list, in the order of `KEPT_LIST_NAMES`. */
  trustList(): Promise<CommandResult<StoredTrustList[]>>;
  /** One entry for each list that has an address to fetch from. */
  trustRefresh(request: { force: boolean }): Promise<CommandResult<TrustRefreshed[]>>;
  createKey(request: CreateKeyRequest): Promise<CommandResult<CreatedKey>>;
  listKeys(): Promise<CommandResult<PresentedKey[]>>;
  /** Idempotent: a key that is revoked already is answered as it is. */
  revokeKey(id: string): Promise<CommandResult<PresentedKey>>;
  showCertificates(): Promise<CommandResult<CertificateSummary[]>>;
  /** Of the development signing certificate. */
  renewCertificate(): Promise<CommandResult<RenewedCertificate>>;
  exportCertificates(request: ExportRequest): Promise<CommandResult<ExportedCertificates>>;
  /** Writes the request and, when asked for, a new key; neither replaces a file. */
  requestCertificate(request: CertificateRequest): Promise<CommandResult<CertificateRequested>>;
  /** Shows, stores or takes away the provider code that labels of an organization carry. */
  providerCode(request: ProviderCodeRequest): Promise<CommandResult<ProviderCodeStored>>;
  /** Signs and checks one file, as the interface does. */
  signFile(request: SignRequest): Promise<CommandResult<SignedByCommand>>;
  /** Does the work of the first start; its secrets are answered by the first call, here or in `serve`. */
  init(): Promise<CommandResult<Initialized>>;
  createAdministrator(email: string): Promise<CommandResult<OneTimePassword>>;
  /** This and the next: idempotent. */
  grantAdministrator(email: string): Promise<CommandResult<AdminAccount>>;
  /** Never of the last one. */
  revokeAdministrator(email: string): Promise<CommandResult<AdminAccount>>;
  listAdministrators(): Promise<CommandResult<AdminAccount[]>>;
  adminFind(text: string): Promise<CommandResult<AdminFound>>;
  /** This and the next: idempotent. */
  suspendOrganization(request: SuspendRequest): Promise<CommandResult<AdminOrganization>>;
  restoreOrganization(id: string): Promise<CommandResult<AdminOrganization>>;
  /** Ends the sessions of the account, too. */
  resetPassword(email: string): Promise<CommandResult<OneTimePassword>>;
  /** Makes a new key, unless it resumes, and seals everything with it; goes on with one that was interrupted. */
  rotateSecrets(request: SecretsRotateRequest): Promise<CommandResult<SecretsRotated>>;
  secretsStatus(): Promise<CommandResult<SecretsStatus>>;
  /** Runs until SIGTERM or SIGINT, which the server handles itself, and answers when everything is closed. */
  serve(options: ServeOptions): Promise<ServeResult>;
}

/** `key` is the secret itself: shown this once, stored nowhere. */
interface CreatedKey extends PresentedKey {
  key: string;
}

export const KEY_MODES = ['test', 'live'] as const;
export const REQUEST_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'EdDSA'] as const satisfies RequestAlgorithm[];
export const SERVER_ROLES = ['all', 'api', 'worker'] as const;
