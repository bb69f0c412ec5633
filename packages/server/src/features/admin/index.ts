export { auditRefusedAdminToken } from './audit-refused-token.ts';
export { grantAdministrator, revokeAdministrator } from './change-administrator.ts';
export { changeAccountSuspension } from './change-account-suspension.ts';
export { changeSuspension } from './change-suspension.ts';
export { createAdministrator } from './create-administrator.ts';
export { endSessions } from './end-sessions.ts';
export { accountFilter, organizationFilter } from './filters.ts';
export { findAccountRecord, findAccounts, findOrganizationRecord, findOrganizations } from './find-records.ts';
export { changeLimits, readLimits } from './limit-routes.ts';
export { newOneTimePassword } from './one-time-password.ts';
export {
  countAdministrators,
  countNewAccounts,
  findOperatorOrganization,
  lockAdministrators,
  nameOrganizations,
} from './queries.ts';
export { resetPassword } from './reset-password.ts';
export { adminRoutes } from './routes.ts';
export {
  accountsQuery,
  organizationsQuery,
  limitsBody,
  suspendAccountBody,
  suspendBody,
  type AdminAccount,
  type AdminLimits,
  type AdminOrganization,
} from './schemas.ts';
