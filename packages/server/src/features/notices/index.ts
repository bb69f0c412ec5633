export { findOrganizationName, findPerson, listOwners, type Person } from './queries.ts';
export type { NoticeServices } from './services.ts';
export { tell } from './tell.ts';
export { tellOperators } from './tell-operators.ts';
