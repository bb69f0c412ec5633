import {
  createAdministratorCommand,
  findCommand,
  grantAdministratorCommand,
  listAdministratorsCommand,
  resetPasswordCommand,
  restoreCommand,
  revokeAdministratorCommand,
  suspendCommand,
  type SuspendRequest,
} from './commands/admin.ts';
import { requestCertificate, type CertificateRequest } from './commands/certificate-request.ts';
import { exportCertificates, renewCertificate, showCertificates, type ExportRequest } from './commands/certificates.ts';
import type { Environment } from './commands/command-result.ts';
import { initCommand } from './commands/init.ts';
import { createKeyCommand, listKeysCommand, revokeKeyCommand, type CreateKeyRequest } from './commands/keys.ts';
import {
  assignPlanCommand,
  importPlansCommand,
  limitCommand,
  listPlansCommand,
  type LimitRequest,
} from './commands/plans.ts';
import { providerCodeCommand, type ProviderCodeRequest } from './commands/provider-code.ts';
import { signCommand, type SignRequest } from './commands/sign.ts';
import { rotateSecretsCommand, secretsStatusCommand, type SecretsRotateRequest } from './commands/secrets.ts';
import { serve, type ServeOptions } from './commands/serve.ts';
import {
  loadInstalledTrust,
  trustImportCommand,
  trustListCommand,
  trustRefreshCommand,
  type TrustImportRequest,
} from './commands/trust.ts';
import { rebuildUsageCommand } from './commands/usage.ts';

export { readConfig } from './config.ts';
export { renderEnvExample } from './env-example.ts';
export { PLATFORM_LIMITS } from './platform/limits.ts';
export { describeInterface, listRoutes, type ListedRoute } from './route-list.ts';

/**
 * What the command line can ask of the server.
 *
 * Answers are plain data in snake_case, because they are printed as JSON as they are. Times are RFC 3339 in UTC. Each
 * call opens what it needs (data folder or database), closes it before it answers, and works beside a running server. A
 * refusal that the user can mend (settings, an unknown key, a list that would lose its anchors) is a result; what is
 * thrown is our own fault.
 */
export function createServerCommands(environment: Environment) {
  return {
    /** The installation's lists as they are stored, without network; null when nothing is installed here. */
    loadInstalledTrust: () => loadInstalledTrust(environment),
    trustImport: (request: TrustImportRequest) => trustImportCommand(environment, request),
    /** One entry for each list, in the order of `KEPT_LIST_NAMES`. */
    trustList: () => trustListCommand(environment),
    /** One entry for each list that has an address to fetch from. */
    trustRefresh: (request: { force: boolean }) => trustRefreshCommand(environment, request),
    createKey: (request: CreateKeyRequest) => createKeyCommand(environment, request),
    listKeys: () => listKeysCommand(environment),
    /** Idempotent: a key that is revoked already is answered as it is. */
    revokeKey: (id: string) => revokeKeyCommand(environment, id),
    showCertificates: () => showCertificates(environment),
    /** Renews the development signing certificate. */
    renewCertificate: () => renewCertificate(environment),
    exportCertificates: (request: ExportRequest) => exportCertificates(environment, request),
    /** Writes the request and, when asked for one, a new key; neither replaces a file. */
    requestCertificate: (request: CertificateRequest) => requestCertificate(environment, request),
    /** Shows, stores or removes the provider code that an organization's labels carry. */
    providerCode: (request: ProviderCodeRequest) => providerCodeCommand(environment, request),
    /** Signs and checks one file, as the API does. */
    signFile: (request: SignRequest) => signCommand(environment, request),
    /** Does the work of the first start. The first call, here or in `serve`, answers its secrets. */
    init: () => initCommand(environment),
    createAdministrator: (email: string) => createAdministratorCommand(environment, email),
    /** This and the next are idempotent. */
    grantAdministrator: (email: string) => grantAdministratorCommand(environment, email),
    /** Never revokes the last administrator. */
    revokeAdministrator: (email: string) => revokeAdministratorCommand(environment, email),
    listAdministrators: () => listAdministratorsCommand(environment),
    adminFind: (text: string) => findCommand(environment, text),
    /** This and the next are idempotent. */
    suspendOrganization: (request: SuspendRequest) => suspendCommand(environment, request),
    restoreOrganization: (id: string) => restoreCommand(environment, id),
    /** Also ends the sessions of the account. */
    resetPassword: (email: string) => resetPasswordCommand(environment, email),
    /** Stores the plans of a file, as text, and answers the versions that were added. */
    importPlans: (text: string) => importPlansCommand(environment, text),
    listPlans: () => listPlansCommand(environment),
    /** Sets what one operation of an organization is bounded by. */
    limitOrganization: (request: LimitRequest) => limitCommand(environment, request),
    assignPlan: (request: { organization_id: string; code: string }) => assignPlanCommand(environment, request),
    /** Makes the sums of usage by day again from its rows; null for all days. */
    rebuildUsage: (from: string | null) => rebuildUsageCommand(environment, from),
    /** Makes a new key, unless it resumes, and seals everything with it; finishes a rotation that was interrupted. */
    rotateSecrets: (request: SecretsRotateRequest) => rotateSecretsCommand(environment, request),
    secretsStatus: () => secretsStatusCommand(environment),
    /** Runs until SIGTERM or SIGINT, which the server handles itself, and answers when everything is closed. */
    serve: (options: ServeOptions) => serve(environment, options),
  };
}

export type { AdminFound, OneTimePassword, SuspendRequest } from './commands/admin.ts';
export type { CertificateRequest, RequestAlgorithm } from './commands/certificate-request.ts';
export type { CertificateSummary, ExportRequest } from './commands/certificates.ts';
export type { CommandResult } from './commands/command-result.ts';
export type { FirstStartShown, Initialized } from './commands/init.ts';
export type { CreateKeyRequest } from './commands/keys.ts';
export type { LimitRequest, LimitsShown, PlanShown } from './commands/plans.ts';
export type { ProviderCodeStored } from './commands/provider-code.ts';
export type { SecretKeyUse, SecretsRotated, SecretsStatus } from './commands/secrets.ts';
export type { SignedByCommand, SignRequest } from './commands/sign.ts';
export type { ServeOptions, ServerReady } from './commands/serve.ts';
export type { StoredTrustList, TrustImportRequest, TrustRefreshed } from './commands/trust.ts';
export type { AdminAccount, AdminOrganization } from './features/admin/index.ts';
export type { PresentedKey } from './features/api-keys/index.ts';
