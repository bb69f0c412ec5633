export { allowDownload } from './allow-download.ts';
export { changeStatus, type StatusChange } from './change-status.ts';
export { claimNames, type ClaimNames } from './claim-names.ts';
export { findRecords } from './find-records.ts';
export { nameOldClaims, type NamingServices } from './name-old-claims.ts';
export { assetGone, assetHeaders, openAsset } from './open-asset.ts';
export { presentCredential } from './present.ts';
export { revokeAny } from './operator-routes.ts';
export {
  findAnyCredential,
  findCredential,
  insertCredential,
  listCredentials,
  type CredentialFilter,
  type NewCredential,
} from './queries.ts';
export { statusAt } from './rules.ts';
export { credentialRoutes } from './routes.ts';
export { changeBody, credentialSchema, type CredentialResult } from './schemas.ts';
export type { CredentialServices } from './services.ts';
