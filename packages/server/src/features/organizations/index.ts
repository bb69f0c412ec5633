export { createOrganization } from './create-organization.ts';
export { findFirstOrganization, findOrganization } from './queries.ts';
