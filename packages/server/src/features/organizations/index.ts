export { createOrganization } from './create-organization.ts';
export { findFirstOrganization, findOrganization, type Organization } from './queries.ts';
