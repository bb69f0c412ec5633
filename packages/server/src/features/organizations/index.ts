export { createOrganization } from './create-organization.ts';
export { findFirstOrganization, findOrganization } from './queries.ts';
export { storeProviderCode } from './store-provider-code.ts';
