import { z } from 'zod';
import { nameText } from '../../shared/declared-text.ts';
import { PASSWORD_CHARACTERS } from '../../shared/password-rules.ts';

/** RFC 5321 §4.5.3.1.3: a path of 256 octets, with its brackets. */
const EMAIL_CHARACTERS = 254;
/** Far above the longest accepted password; a bound for what is compared. */
const PRESENTED_CHARACTERS = 1_000;

const email = z.email().max(EMAIL_CHARACTERS).describe('The address; its letters may be in any case');
/** Includes what nobody can register: `admin@localhost`, the first administrator's. */
const ANY_ADDRESS = /^[!-?A-~\u00a0-\uffff]{1,64}@[!-?A-~\u00a0-\uffff]{1,189}$/;
const accountEmail = z
  .email({ pattern: ANY_ADDRESS })
  .max(EMAIL_CHARACTERS)
  .describe('The address of the account; its letters may be in any case');
const presentedPassword = z.string().min(1).max(PRESENTED_CHARACTERS);
const newPassword = z
  .string()
  .max(PRESENTED_CHARACTERS)
  .describe(
    `${PASSWORD_CHARACTERS.min} to ${PASSWORD_CHARACTERS.max} characters of any kind, and none that many people use`,
  );
const language = z.enum(['en', 'zh-CN']).describe('Language of the emails');
const linkToken = z.string().min(1).max(200).describe('The token from the emailed link');
const oneTimeCode = z.string().min(1).max(20);

const secondFactor = {
  totp_code: oneTimeCode.optional().describe('A code from the authenticator app, if one is set up'),
  recovery_code: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('A recovery code instead of `totp_code`; each works once'),
};

export const registerBody = z.object({
  email,
  password: newPassword,
  name: nameText('The name that other members see').optional(),
  language: language.optional(),
});
export const loginBody = z.object({
  email: accountEmail,
  password: presentedPassword,
  ...secondFactor,
  new_password: newPassword
    .optional()
    .describe('Replaces the password and ends all other sessions; needed after `password_change_required`'),
});
export const confirmBody = z.object({ token: linkToken });
export const forgotBody = z.object({ email });
export const resetBody = z.object({ token: linkToken, password: newPassword });
export const accountBody = z.object({
  name: nameText('The name that other members see').optional(),
  language: language.optional(),
});
export const passwordBody = z.object({ current_password: presentedPassword, new_password: newPassword });
export const emailChangeBody = z.object({ email: email.describe('The new address; its letters may be in any case') });
export const reauthenticateBody = z.object({ password: presentedPassword, ...secondFactor });
/** May be omitted entirely when no app is set up. */
export const totpRemovalBody = z.object(secondFactor).optional();
export const totpBody = z.object({ code: oneTimeCode.describe('The code that the app currently shows') });
export const sessionParams = z.object({
  session_id: z.string().min(1).max(100).describe('Identifier of the session'),
});

const accountMembers = {
  id: z.string(),
  email: z.string(),
  email_verified: z.boolean().describe('Required to create keys and sign files'),
  name: z.string(),
  language,
  is_admin: z.boolean().describe('Operates this installation'),
  totp_enabled: z.boolean().describe('Whether signing in needs a code from an authenticator app'),
  recovery_codes_left: z.int(),
  password_changed_at: z.string().nullable(),
  created_at: z.string(),
};

export const accountSchema = z.object(accountMembers).meta({ id: 'Account' });
export const signedInSchema = z
  .object({
    ...accountMembers,
    csrf_token: z.string().describe('Goes into the header X-CSRF-Token of every request that changes something'),
  })
  .meta({ id: 'SignedInAccount' });
export const sessionSchema = z
  .object({
    id: z.string(),
    device: z.string().describe('The User-Agent of the device'),
    created_at: z.string(),
    last_seen_at: z.string().describe('To the minute'),
    expires_at: z.string().describe('The session ends at this time at the latest, or after 14 days without use'),
    current: z.boolean().describe('Whether this is the current session'),
  })
  .meta({ id: 'Session' });
export const totpSchema = z
  .object({
    secret: z.string().describe('Base32, to type into an authenticator app'),
    otpauth_uri: z.string().describe('The same as a URI for a QR code'),
  })
  .meta({ id: 'TotpSetup' });
export const recoveryCodesSchema = z
  .object({ recovery_codes: z.array(z.string()).describe('Each replaces a code from the app once; shown only here') })
  .meta({ id: 'RecoveryCodes' });
export const verificationSentSchema = z
  .object({ status: z.literal('verification_sent') })
  .meta({ id: 'VerificationSent' });
export const emailVerifiedSchema = z.object({ status: z.literal('email_verified') }).meta({ id: 'EmailVerified' });
export const emailChangeSentSchema = z
  .object({ status: z.literal('email_change_sent') })
  .meta({ id: 'EmailChangeSent' });
export const emailChangedSchema = z.object({ status: z.literal('email_changed') }).meta({ id: 'EmailChanged' });
export const emailRestoredSchema = z.object({ status: z.literal('email_restored') }).meta({ id: 'EmailRestored' });
export const resetSentSchema = z.object({ status: z.literal('reset_sent') }).meta({ id: 'ResetSent' });
export const passwordSetSchema = z.object({ status: z.literal('password_set') }).meta({ id: 'PasswordSet' });

export type PresentedAccount = z.infer<typeof accountSchema>;
export type PresentedSession = z.infer<typeof sessionSchema>;
