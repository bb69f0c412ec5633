import type { Language } from '../../shared/language.ts';
import type { MailTemplate, MailTemplates } from './templates.ts';

export const ADDRESS = 'https://revera.example';
/** As links carry it. */
export const SECRET = 'c2VjcmV0LXRva2VuLW9mLWEtbGluaw_-0123456789abc';

const link = `${ADDRESS}/en/verify?token=${SECRET}&x=1`;
const change = { address: '198.51.100.7', when: '2026-11-20T08:00:00.000Z' };

/** One mail of each template. */
export const TEST_MAILS: { readonly [T in MailTemplate]: MailTemplates[T] } = {
  verify_email: { link },
  address_taken: { sign_in_link: `${ADDRESS}/en/login`, reset_link: link },
  reset_password: { link },
  password_changed: {
    ...change,
    keys: [{ organization: '北京 & Söhne', name: 'upload <b>', prefix: 'rv_live_abcd' }],
    more_keys: 2,
  },
  two_factor_changed: { ...change, state: 'on' },
  confirm_new_email: { link },
  new_email_taken: { sign_in_link: `${ADDRESS}/en/login`, reset_link: link },
  email_changed: { ...change, link },
  account_deleted: change,
  organization_closed: { ...change, organization: '北京 & Söhne', credentials: 'kept' },
  invitation: { link, organization: '北京 & Söhne', inviter: 'Zoë <Q>', role: 'developer' },
  new_device: { ...change, link, device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  recovery_code_used: { ...change, link, left: 9 },
  key_created: {
    ...change,
    link,
    organization: 'Müller & Söhne',
    maker: 'zoe@example.com',
    name: 'upload <b>',
    prefix: 'rv_live_abcd',
    mode: 'live',
    may_revoke: true,
  },
  webhook_disabled: {
    when: change.when,
    link,
    organization: 'Müller & Söhne',
    url: 'https://hooks.example.com/<revera>',
    reason: 'failing',
  },
  price_changed: {
    when: change.when,
    link,
    organization: 'Müller & Söhne',
    plan: 'Starter',
    before: '99.00',
    amount: '129.00',
  },
  renewal_short: {
    when: change.when,
    link,
    organization: 'Müller & Söhne',
    plan: 'Starter',
    amount: '99.00',
    balance: '0.50',
  },
  books_unbalanced: {
    when: change.when,
    link,
    findings: ['I3 a balance is the sum of its entries: 2'],
    more: 0,
  },
  payments_differ: {
    when: change.when,
    link,
    findings: ['missing_here: order PO20261120A1B2C3D4, payment 2026112018000012345'],
    more: 3,
  },
  owner_changed: {
    ...change,
    link,
    organization: 'Müller & Söhne',
    person: 'zoe@example.com',
    change: 'removed',
    by: 'Zoë <Q>',
  },
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
  'new_device',
  'recovery_code_used',
  'key_created',
  'webhook_disabled',
  'price_changed',
  'renewal_short',
  'books_unbalanced',
  'payments_differ',
  'owner_changed',
] as const satisfies readonly MailTemplate[];

export const TEST_LANGUAGES = ['en', 'zh-CN'] as const satisfies readonly Language[];
