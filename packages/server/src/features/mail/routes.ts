import { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { findInMailbox, listMailbox } from '../../platform/mailer.ts';
import { isLoopback } from '../../platform/outbound/address-rules.ts';
import { AppError } from '../../shared/app-error.ts';
import { renderMailbox, renderMailboxMail, type Page } from './mailbox-page.ts';

/** How many mails the page lists. */
const LISTED = 200;

const headers = z.object({
  host: z.string().optional(),
  forwarded: z.string().optional(),
  'x-forwarded-for': z.string().optional(),
});

/**
 * The development mailbox as pages. The links in it sign in as anybody, so they are shown on this machine only.
 * @param folder null: there is no such mailbox, and these addresses do not exist
 */
export function mailboxRoutes({ folder }: { folder: string | null }): Route[] {
  const common = {
    method: 'GET',
    tags: ['Development'],
    hidden: true,
    auth: { kind: 'none' },
    rateLimit: 'none',
    headers,
    errors: ['NOT_FOUND'],
  } as const;
  const responses = { 200: { description: 'The page', contentType: 'text/html; charset=utf-8' } } as const;
  return [
    defineRoute({
      ...common,
      path: '/dev/mailbox',
      operationId: 'listDevelopmentMailbox',
      summary: 'The mails that were not sent',
      description: 'Only in development, without a mail server, and only on this machine.',
      responses,
      handler: async (context) => {
        const mails = await listMailbox(existing(folder, context), LISTED);
        return answer(renderMailbox(mails, context.language));
      },
    }),
    defineRoute({
      ...common,
      path: '/dev/mailbox/{mail}',
      operationId: 'getDevelopmentMail',
      summary: 'A mail that was not sent',
      description: 'Only in development, without a mail server, and only on this machine.',
      params: z.object({ mail: z.string() }),
      responses,
      handler: async (context) => {
        const entry = await findInMailbox(existing(folder, context), context.params.mail);
        if (entry === undefined) throw new AppError('NOT_FOUND');
        return answer(renderMailboxMail(entry, context.language));
      },
    }),
  ];
}

interface Caller {
  address: string;
  headers: z.output<typeof headers>;
}

/**
 * Behind a proxy everybody comes from this machine, so a request that was passed on does not count as local. Nor does one
 * for another host: a page of a stranger may have pointed its own name here (DNS rebinding).
 */
function existing(folder: string | null, { address, headers: given }: Caller): string {
  const isPassedOn = given.forwarded !== undefined || given['x-forwarded-for'] !== undefined;
  const host = (given.host ?? '').replace(/:\d+$/, '').replaceAll(/[[\]]/g, '');
  const isLocal = isLoopback(address.replace(/^::ffff:/i, '')) && (host === 'localhost' || isLoopback(host));
  if (folder === null || isPassedOn || !isLocal) throw new AppError('NOT_FOUND');
  return folder;
}

function answer({ html, contentSecurityPolicy }: Page) {
  return { status: 200 as const, headers: { 'content-security-policy': contentSecurityPolicy }, body: html };
}
