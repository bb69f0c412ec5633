export { auditRefusedKey } from './audit-refused-key.ts';
export { authenticateKey } from './authenticate-key.ts';
export { createKey, type CreatedKey } from './create-key.ts';
export { issueKey } from './issue-key.ts';
export {
  countUsableKeys,
  findKey,
  listKeyNames,
  listKeyPage,
  listKeys,
  listKeysMadeBy,
  type ApiKey,
  type ListedKey,
} from './queries.ts';
export { presentKey, type PresentedKey } from './present.ts';
export { revokeKey } from './revoke-key.ts';
export { keyRoutes } from './routes.ts';
export { isPowerful } from './rules.ts';
export { apiKeySchema, keyBody } from './schemas.ts';
export { settleKeysOf } from './settle-keys.ts';
