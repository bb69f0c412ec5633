export { auditAccount } from './audit-account.ts';
export { beginTotp } from './begin-totp.ts';
export { signedInCallerOf } from './callers.ts';
export { changePassword } from './change-password.ts';
export { confirmEmailChange, requestEmailChange, revertEmailChange } from './change-email.ts';
export { disableTotp, enableTotp } from './change-totp.ts';
export { confirmEmail } from './confirm-email.ts';
export { createAccount } from './create-account.ts';
export { endOtherSessions, endSession, signOut } from './end-session.ts';
export { findLinkOwner } from './find-link-owner.ts';
export { getAccount, getLockedAccount, isRegistered } from './get-account.ts';
export { countRecoveryCodes, pruneTokens } from './queries.ts';
export { joinUnconfirmed, registerByInvitation, type Joined } from './join-by-invitation.ts';
export { reauthenticate } from './reauthenticate.ts';
export { registerAccount } from './register-account.ts';
export { requestReset } from './request-reset.ts';
export { resetPassword } from './reset-password.ts';
export { accountRoutes } from './routes.ts';
export {
  accountBody,
  accountSchema,
  emailChangeBody,
  forgotBody,
  loginBody,
  passwordBody,
  registerBody,
  resetBody,
  sessionSchema,
  totpBody,
} from './schemas.ts';
export { presentAccount, presentSession } from './present.ts';
export { requestVerification } from './send-verification.ts';
export type { AccountServices, Caller, SignedInCaller } from './services.ts';
export { signIn, type SignedIn } from './sign-in.ts';
export { updateAccount } from './update-account.ts';
