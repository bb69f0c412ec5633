import type { DisabledReason } from '../../platform/schema/webhooks.ts';

/** A key as a mail may name it: its beginning only. */
export interface MailedKey {
  organization: string;
  name: string;
  prefix: string;
}

/** How somebody became an owner, or stopped being one. */
export const OWNER_CHANGES = ['joined', 'promoted', 'demoted', 'removed', 'left'] as const;
export type OwnerChange = (typeof OWNER_CHANGES)[number];

/** What somebody has to look at: the first of it in words, and how much more there is. */
type Findings = { findings: readonly string[]; more: number; when: string; link: string };

/** The values of each mail. Texts come from people: they are escaped, and never become part of a header line. */
export interface MailTemplates {
  verify_email: { link: string };
  /** Somebody registered an address that has an account. */
  address_taken: { sign_in_link: string; reset_link: string };
  reset_password: { link: string };
  /** `keys` lists the account's keys that still work, when the password was set by a link. */
  password_changed: { address: string; when: string; keys: readonly MailedKey[]; more_keys: number };
  two_factor_changed: { state: 'on' | 'off'; address: string; when: string };
  /** Sent to the future address of the account. */
  confirm_new_email: { link: string };
  /** Somebody tried to change to an address that already has an account. */
  new_email_taken: { sign_in_link: string; reset_link: string };
  /** Sent to the former address of the account; the link undoes the change. */
  email_changed: { link: string; address: string; when: string };
  account_deleted: { address: string; when: string };
  organization_closed: { organization: string; credentials: 'kept' | 'revoked'; address: string; when: string };
  invitation: { link: string; organization: string; inviter: string; role: string };
  /** Signed in with a browser or program, or from an address, that the account has not used before. */
  new_device: { device: string; address: string; when: string; link: string };
  recovery_code_used: { left: number; address: string; when: string; link: string };
  key_created: {
    organization: string;
    maker: string;
    name: string;
    prefix: string;
    mode: 'test' | 'live';
    may_revoke: boolean;
    address: string;
    when: string;
    link: string;
  };
  /** Sent to the owners: the service stopped telling a webhook. */
  webhook_disabled: { organization: string; url: string; reason: DisabledReason; when: string; link: string };
  /** Sent to the owners before a subscription renews by itself at a new price. Amounts in yuan. */
  price_changed: { organization: string; plan: string; before: string; amount: string; when: string; link: string };
  /** Sent to the owners when the balance will not pay for the next period. */
  renewal_short: { organization: string; plan: string; amount: string; balance: string; when: string; link: string };
  /** Sent to the operators when the check of the books finds what it did not find before. */
  books_unbalanced: Findings;
  /** Sent to the operators when the gateway and the books differ in a way that was not known. */
  payments_differ: Findings;
  /** Sent to the present and former owners concerned. */
  owner_changed: {
    organization: string;
    person: string;
    change: OwnerChange;
    by: string;
    address: string;
    when: string;
    link: string;
  };
}

export type MailTemplate = keyof MailTemplates;

/** One mail in words, before it is laid out as text and as HTML. Values that people entered are unescaped. */
export interface MailWords {
  subject: string;
  /** Paragraphs before the links. */
  before: readonly string[];
  links: readonly { label: string; address: string }[];
  /** Paragraphs after the links. */
  after: readonly string[];
}

/** The mails of one language. */
export interface MailLanguage {
  templates: { readonly [T in MailTemplate]: (values: MailTemplates[T]) => MailWords };
  /** Why the mail was sent; shown at the end of each. */
  footer: (host: string) => string;
}
