import { defineRoute, type Route } from '../../../../http/route.ts';
import { WRITES } from '../caller.ts';
import type { DocumentServices } from '../services.ts';
import { changeProfile } from './change.ts';
import { presentProfile } from './present.ts';
import { findProfile } from './queries.ts';
import { profileAnswerSchema, profileChangeBody } from './schemas.ts';
import { payerOf, READS_MONEY } from '../../ledger/index.ts';
import { changingOf } from '../../subscriptions/index.ts';

const PROFILE = { path: '/v1/billing/profile', tags: ['Billing'], rateLimit: 'api' } as const;

/** Whom the invoices of an organization are made out to. */
export function profileRoutes(services: DocumentServices): Route[] {
  return [getProfile(services), setProfile(services)];
}

function getProfile({ db }: DocumentServices): Route {
  return defineRoute({
    ...PROFILE,
    method: 'GET',
    operationId: 'getBillingProfile',
    summary: 'Get the billing profile',
    description: 'Whom invoices are made out to.',
    auth: READS_MONEY,
    responses: { 200: { description: 'The profile and its version', schema: profileAnswerSchema } },
    errors: [],
    handler: async ({ principal }) => ({
      status: 200,
      body: presentProfile(await findProfile(db, payerOf(principal))),
    }),
  });
}

function setProfile({ db }: DocumentServices): Route {
  return defineRoute({
    ...PROFILE,
    method: 'POST',
    operationId: 'setBillingProfile',
    summary: 'Set the billing profile',
    description:
      'Replaces the profile as a whole. Texts are trimmed and composed (NFC); the tax number is put in upper case without spaces, and refused when both of its check characters are wrong. Requests for invoices that exist keep the profile they were made with. CONFLICT with `profile_changed` when `version` is not that of the stored profile.',
    auth: WRITES,
    body: profileChangeBody,
    responses: { 200: { description: 'The stored profile', schema: profileAnswerSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      const row = await changeProfile(db, changingOf(context), context.body);
      return { status: 200, body: presentProfile(row) };
    },
  });
}
