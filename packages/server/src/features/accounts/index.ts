export { createAccount } from './create-account.ts';
export { pruneTokens } from './queries.ts';
export { accountRoutes } from './routes.ts';
