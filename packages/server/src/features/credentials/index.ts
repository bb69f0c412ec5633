export { changeStatus, type StatusChange } from './change-status.ts';
export { findServiceCredential } from './find-service-credential.ts';
export { assetGone, assetHeaders, openAsset } from './open-asset.ts';
export { presentCredential } from './present.ts';
export { findCredential, insertCredential, listCredentials, type NewCredential } from './queries.ts';
export { credentialRoutes } from './routes.ts';
export { changeBody, credentialSchema, type CredentialResult } from './schemas.ts';
export type { CredentialServices } from './services.ts';
