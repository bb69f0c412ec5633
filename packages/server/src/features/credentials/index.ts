export { findServiceCredential } from './find-service-credential.ts';
export { insertCredential, type NewCredential } from './queries.ts';
export { credentialRoutes } from './routes.ts';
