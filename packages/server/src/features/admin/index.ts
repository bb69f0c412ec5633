export { auditRefusedAdminToken } from './audit-refused-token.ts';
export { grantAdministrator, revokeAdministrator } from './change-administrator.ts';
export { changeSuspension } from './change-suspension.ts';
export { createAdministrator } from './create-administrator.ts';
export { endSessions } from './end-sessions.ts';
export { findAccountRecord, findAccounts, findOrganizationRecord, findOrganizations } from './find-records.ts';
export { newOneTimePassword } from './one-time-password.ts';
export { countAdministrators, findOperatorOrganization, lockAdministrators } from './queries.ts';
export { resetPassword } from './reset-password.ts';
export { adminRoutes } from './routes.ts';
export {
  accountsQuery,
  organizationsQuery,
  suspendBody,
  type AdminAccount,
  type AdminOrganization,
} from './schemas.ts';
