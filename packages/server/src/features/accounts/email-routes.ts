import { defineRoute, type Route } from '../../http/route.ts';
import { callerOf, signedInCallerOf } from './callers.ts';
import { confirmEmailChange, requestEmailChange, revertEmailChange } from './change-email.ts';
import {
  confirmBody,
  emailChangeBody,
  emailChangedSchema,
  emailChangeSentSchema,
  emailRestoredSchema,
} from './schemas.ts';
import type { AccountServices } from './services.ts';

/** The address of an account: changed once the new one is confirmed, and changed back by the old one. */
export function emailRoutes(services: AccountServices): Route[] {
  return [requestRoute(services), confirmRoute(services), revertRoute(services)];
}

function requestRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/account/email',
    operationId: 'requestEmailChange',
    summary: 'Change the address',
    description:
      'Mails a link to the new address, good for 24 hours; the address changes when the link is confirmed. The answer is the same when the address has an account, whose owner is then told by mail. Needs a recent sign-in, else SCOPE_DENIED with `details.reason` `reauthentication_required`. CONFLICT with `email_unchanged` for the address that the account has.',
    tags: ['Account'],
    auth: { kind: 'session', recent: 'always' },
    rateLimit: 'account_mail',
    body: emailChangeBody,
    responses: { 202: { description: 'A mail is on its way', schema: emailChangeSentSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await requestEmailChange(services, signedInCallerOf(context), context.body.email);
      return { status: 202, body: { status: 'email_change_sent' as const } };
    },
  });
}

function confirmRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/email/change/confirm',
    operationId: 'confirmEmailChange',
    summary: 'Confirm a new address',
    description:
      'Takes the token of the link in the mail, once. The address is then the account’s, all sessions end but the one that asks if it is the account’s, and the old address gets a mail with a link that takes the change back. A token that is unknown, used or too old, or whose address another account has by now: CONFLICT with `details.reason` `token_invalid`. Nobody needs to be signed in.',
    tags: ['Authentication'],
    auth: { kind: 'optional_session' },
    rateLimit: 'sign_in',
    body: confirmBody,
    responses: { 200: { description: 'The address is changed', schema: emailChangedSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      const { principal } = context;
      const presented = principal.kind === 'account' ? principal : null;
      await confirmEmailChange(services, context.body.token, { ...callerOf(context), presented });
      return { status: 200, body: { status: 'email_changed' as const } };
    },
  });
}

function revertRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/email/change/revert',
    operationId: 'revertEmailChange',
    summary: 'Take a change of the address back',
    description:
      'Takes the token of the link in the mail to the old address, once, within seven days. The account gets that address back, all its sessions end, and its password is void: a new one is set by `POST /v1/auth/password/forgot`. CONFLICT with `details.reason` `token_invalid` for a token that is unknown, used or too old, or whose address another account has by now.',
    tags: ['Authentication'],
    auth: { kind: 'none' },
    rateLimit: 'sign_in',
    body: confirmBody,
    responses: { 200: { description: 'The old address is the account’s again', schema: emailRestoredSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await revertEmailChange(services, context.body.token, callerOf(context));
      return { status: 200, body: { status: 'email_restored' as const } };
    },
  });
}
