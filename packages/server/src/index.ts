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

export { renderEnvExample } from './env-example.ts';
export { describeInterface, listRoutes, type ListedRoute } from './route-list.ts';

/** What the command line can ask of the server. Each call opens what it needs and closes it before it answers. */
export function createServerCommands(environment: Environment) {
  return {
    loadInstalledTrust: () => loadInstalledTrust(environment),
    trustImport: (request: TrustImportRequest) => trustImportCommand(environment, request),
    trustList: () => trustListCommand(environment),
    trustRefresh: (request: { force: boolean }) => trustRefreshCommand(environment, request),
    createKey: (request: CreateKeyRequest) => createKeyCommand(environment, request),
    listKeys: () => listKeysCommand(environment),
    revokeKey: (id: string) => revokeKeyCommand(environment, id),
    showCertificates: () => showCertificates(environment),
    renewCertificate: () => renewCertificate(environment),
    exportCertificates: (request: ExportRequest) => exportCertificates(environment, request),
    requestCertificate: (request: CertificateRequest) => requestCertificate(environment, request),
    providerCode: (request: ProviderCodeRequest) => providerCodeCommand(environment, request),
    signFile: (request: SignRequest) => signCommand(environment, request),
    init: () => initCommand(environment),
    createAdministrator: (email: string) => createAdministratorCommand(environment, email),
    grantAdministrator: (email: string) => grantAdministratorCommand(environment, email),
    revokeAdministrator: (email: string) => revokeAdministratorCommand(environment, email),
    listAdministrators: () => listAdministratorsCommand(environment),
    adminFind: (text: string) => findCommand(environment, text),
    suspendOrganization: (request: SuspendRequest) => suspendCommand(environment, request),
    restoreOrganization: (id: string) => restoreCommand(environment, id),
    resetPassword: (email: string) => resetPasswordCommand(environment, email),
    rotateSecrets: (request: SecretsRotateRequest) => rotateSecretsCommand(environment, request),
    secretsStatus: () => secretsStatusCommand(environment),
    serve: (options: ServeOptions) => serve(environment, options),
  };
}

export type { AdminFound, OneTimePassword, SuspendRequest } from './commands/admin.ts';
export type { CertificateRequest, CertificateRequested, RequestAlgorithm } from './commands/certificate-request.ts';
export type {
  CertificateSummary,
  ExportedCertificates,
  ExportRequest,
  RenewedCertificate,
} from './commands/certificates.ts';
export type { CommandResult } from './commands/command-result.ts';
export type { FirstStartShown, Initialized } from './commands/init.ts';
export type { CreateKeyRequest } from './commands/keys.ts';
export type { ProviderCodeRequest, ProviderCodeStored } from './commands/provider-code.ts';
export type { SecretKeyUse, SecretsRotated, SecretsRotateRequest, SecretsStatus } from './commands/secrets.ts';
export type { SignedByCommand, SignRequest } from './commands/sign.ts';
export type { ServeOptions, ServeResult, ServerReady } from './commands/serve.ts';
export type { StoredTrustList, TrustImported, TrustImportRequest, TrustRefreshed } from './commands/trust.ts';
export type { AdminAccount, AdminOrganization } from './features/admin/index.ts';
export type { PresentedKey } from './features/api-keys/index.ts';
