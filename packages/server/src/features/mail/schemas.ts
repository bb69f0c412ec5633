import { z } from 'zod';
import { DISABLED_REASONS } from '../../platform/schema/webhooks.ts';
import { isId } from '../../shared/ids.ts';
import { nameText, oneLine } from './mail-values.ts';
import { OWNER_CHANGES, type MailTemplate, type MailTemplates } from './templates.ts';

/** The input of a job of kind `mail`. */
export const mailJobSchema = z.object({ mail: z.string().refine((id) => isId('mail', id)) });

const link = z.url();
const line = z.string().transform(oneLine);
const ownName = z.string().transform(nameText);
const change = { address: line, when: line };
const findings = z.object({ findings: z.array(line), more: z.int(), when: line, link });

/** The contents of a sealed payload, by template; once read, every text is fit for a sentence or a header. */
export const MAIL_VALUES: { readonly [T in MailTemplate]: z.ZodType<MailTemplates[T]> } = {
  verify_email: z.object({ link }),
  address_taken: z.object({ sign_in_link: link, reset_link: link }),
  reset_password: z.object({ link }),
  password_changed: z.object({
    ...change,
    // Mails queued by an earlier version have none.
    keys: z.array(z.object({ organization: ownName, name: ownName, prefix: line })).default([]),
    more_keys: z.int().default(0),
  }),
  two_factor_changed: z.object({ ...change, state: z.enum(['on', 'off']) }),
  confirm_new_email: z.object({ link }),
  new_email_taken: z.object({ sign_in_link: link, reset_link: link }),
  email_changed: z.object({ ...change, link }),
  account_deleted: z.object(change),
  organization_closed: z.object({ ...change, organization: ownName, credentials: z.enum(['kept', 'revoked']) }),
  invitation: z.object({ link, organization: ownName, inviter: ownName, role: line }),
  new_device: z.object({ ...change, link, device: ownName }),
  recovery_code_used: z.object({ ...change, link, left: z.int() }),
  key_created: z.object({
    ...change,
    link,
    organization: ownName,
    maker: ownName,
    name: ownName,
    prefix: line,
    mode: z.enum(['test', 'live']),
    may_revoke: z.boolean(),
  }),
  webhook_disabled: z.object({
    organization: ownName,
    url: ownName,
    reason: z.enum(DISABLED_REASONS),
    when: line,
    link,
  }),
  price_changed: z.object({ organization: ownName, plan: ownName, before: line, amount: line, when: line, link }),
  renewal_short: z.object({ organization: ownName, plan: ownName, amount: line, balance: line, when: line, link }),
  books_unbalanced: findings,
  payments_differ: findings,
  owner_changed: z.object({
    ...change,
    link,
    organization: ownName,
    person: ownName,
    change: z.enum(OWNER_CHANGES),
    by: ownName,
  }),
};

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_VALUES, name);
}
