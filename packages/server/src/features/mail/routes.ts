import { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { findInMailbox, listMailbox, type Mailbox } from '../../platform/mailer.ts';
import { AppError } from '../../shared/app-error.ts';
import {
  hasMailboxCookie,
  isFromHere,
  isSecretOf,
  mailboxCookie,
  type MailboxCaller,
  type MailboxKeys,
} from './mailbox-access.ts';
import { renderMailbox, renderMailboxMail, type Page } from './mailbox-page.ts';

/** How many mails the page lists. */
const LISTED = 200;
const PATH = '/dev/mailbox';

/** All headers: any of them may show that the request was forwarded. */
const headers = z.looseObject({});
const COMMON = {
  method: 'GET',
  tags: ['Development'],
  hidden: true,
  auth: { kind: 'none' },
  rateLimit: 'none',
  headers,
  errors: ['NOT_FOUND'],
  description:
    'Only in development, without a mail server, on this machine, and with the secret that the start prints.',
} as const;
const PAGE = { description: 'The page', contentType: 'text/html; charset=utf-8' } as const;

export interface MailboxServices extends MailboxKeys {
  /** Null when no mailbox is shown; its addresses then do not exist. */
  mailbox: Mailbox | null;
}

/** The address that opens the mailbox; anybody who has it can sign in as anybody. */
export function mailboxAddress(origin: string, { secret }: Mailbox): string {
  return `${origin}${PATH}?secret=${secret}`;
}

/** The development mailbox as pages. The links in it sign in as anybody. */
export function mailboxRoutes({ mailbox, ...keys }: MailboxServices): Route[] {
  if (mailbox === null) return [];
  return [listRoute(mailbox, keys), mailRoute(mailbox, keys)];
}

function listRoute(mailbox: Mailbox, keys: MailboxKeys): Route {
  return defineRoute({
    ...COMMON,
    path: PATH,
    operationId: 'listDevelopmentMailbox',
    summary: 'The mails that were not sent',
    query: z.object({ secret: z.unknown().optional() }),
    responses: { 200: PAGE, 303: { description: 'The secret fits: the page, without it in the address' } },
    handler: async (context) => {
      const { secret } = context.query;
      if (isFromHere(context) && typeof secret === 'string' && isSecretOf(mailbox, secret)) {
        const cookie = await mailboxCookie(keys);
        return { status: 303, headers: { location: PATH, 'set-cookie': cookie }, body: undefined };
      }
      await admit(keys, context);
      return answer(renderMailbox(await listMailbox(mailbox.folder, LISTED), context.language));
    },
  });
}

function mailRoute({ folder }: Mailbox, keys: MailboxKeys): Route {
  return defineRoute({
    ...COMMON,
    path: `${PATH}/{mail}`,
    operationId: 'getDevelopmentMail',
    summary: 'A mail that was not sent',
    params: z.object({ mail: z.string() }),
    responses: { 200: PAGE },
    handler: async (context) => {
      await admit(keys, context);
      const entry = await findInMailbox(folder, context.params.mail);
      if (entry === undefined) throw new AppError('NOT_FOUND');
      return answer(renderMailboxMail(entry, context.language));
    },
  });
}

/** @throws {AppError} NOT_FOUND, whatever is missing, so that nobody learns that there is a mailbox */
async function admit(keys: MailboxKeys, caller: MailboxCaller): Promise<void> {
  if (!isFromHere(caller) || !(await hasMailboxCookie(keys, caller))) throw new AppError('NOT_FOUND');
}

function answer({ html, contentSecurityPolicy }: Page) {
  return { status: 200 as const, headers: { 'content-security-policy': contentSecurityPolicy }, body: html };
}
