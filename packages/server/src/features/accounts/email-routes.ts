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

/** The address of an account: changed once the new one is confirmed, and changed back through the old one. */
export function emailRoutes(services: AccountServices): Route[] {
  return [requestRoute(services), confirmRoute(services), revertRoute(services)];
}

function requestRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/account/email',
    operationId: 'requestEmailChange',
    summary: 'Change your email address',
    description:
      'Emails a link to the new address that is valid for 24 hours; the address changes when the link is confirmed. The response is the same when the new address already has an account, whose owner is then told by email.  CONFLICT with `email_unchanged` when it is already the address of the account.',
    tags: ['Account'],
    auth: { kind: 'session', recent: 'always' },
    rateLimit: 'account_mail',
    body: emailChangeBody,
    responses: { 202: { description: 'The email will be sent', schema: emailChangeSentSchema } },
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
    summary: 'Confirm a new email address',
    description:
      'Takes the token from the emailed link, once. The account then has the new address, its other sessions end, and the old address receives a link to undo the change. CONFLICT with `details.reason` `token_invalid` when the token is unknown, used or expired, or when another account has taken the address meanwhile. No session is needed.',
    tags: ['Authentication'],
    auth: { kind: 'optional_session' },
    rateLimit: 'sign_in',
    body: confirmBody,
    responses: { 200: { description: 'The address was changed', schema: emailChangedSchema } },
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
    summary: 'Undo an email address change',
    description:
      'Takes the token from the link that was emailed to the old address, once, within seven days. The account gets that address back, all its sessions end, and its password stops working: set a new one with `POST /v1/auth/password/forgot`. CONFLICT with `details.reason` `token_invalid` when the token is unknown, used or expired, or when another account has taken the address meanwhile.',
    tags: ['Authentication'],
    auth: { kind: 'none' },
    rateLimit: 'sign_in',
    body: confirmBody,
    responses: { 200: { description: 'The old address was restored', schema: emailRestoredSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await revertEmailChange(services, context.body.token, callerOf(context));
      return { status: 200, body: { status: 'email_restored' as const } };
    },
  });
}
