export { createOrganization } from './create-organization.ts';
export { findFirstOrganization, findOrganization, insertMembership } from './queries.ts';
export { organizationRoutes } from './routes.ts';
export { storeProviderCode } from './store-provider-code.ts';
