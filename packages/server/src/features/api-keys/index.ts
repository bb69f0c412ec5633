export { authenticateKey } from './authenticate-key.ts';
export { createKey } from './create-key.ts';
export { listKeys } from './queries.ts';
export { presentKey, type PresentedKey } from './present.ts';
export { revokeKey } from './revoke-key.ts';
export { keyRoutes } from './routes.ts';
