import type { Language } from '../../shared/language.ts';
import type { MailTemplate, MailTemplates } from './templates.ts';

export const ADDRESS = 'https://revera.example';
/** As a link carries it. */
export const SECRET = 'c2VjcmV0LXRva2VuLW9mLWEtbGluaw_-0123456789abc';

const link = `${ADDRESS}/en/verify?token=${SECRET}&x=1`;
const change = { address: '198.51.100.7', when: '2026-11-20T08:00:00.000Z' };

/** One of each. */
export const TEST_MAILS: { readonly [T in MailTemplate]: MailTemplates[T] } = {
  verify_email: { link },
  address_taken: { sign_in_link: `${ADDRESS}/en/login`, reset_link: link },
  reset_password: { link },
  password_changed: change,
  two_factor_changed: { ...change, state: 'on' },
  confirm_new_email: { link },
  new_email_taken: { sign_in_link: `${ADDRESS}/en/login`, reset_link: link },
  email_changed: { ...change, link },
  account_deleted: change,
  organization_closed: { ...change, organization: '北京 & Söhne', credentials: 'kept' },
  invitation: { link, organization: '北京 & Söhne', inviter: 'Zoë <Q>', role: 'developer' },
};

export const TEST_TEMPLATES = [
  'verify_email',
  'address_taken',
  'reset_password',
  'password_changed',
  'two_factor_changed',
  'confirm_new_email',
  'new_email_taken',
  'email_changed',
  'account_deleted',
  'organization_closed',
  'invitation',
] as const satisfies readonly MailTemplate[];

export const TEST_LANGUAGES = ['en', 'zh-CN'] as const satisfies readonly Language[];
