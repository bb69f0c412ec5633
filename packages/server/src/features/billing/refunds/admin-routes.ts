import { defineRoute, type Route } from '../../../http/route.ts';
import type { Db } from '../../../platform/database.ts';
import { approveRefund, rejectRefund, resolveRefund } from './decide-refund.ts';
import { presentForOperator } from './present.ts';
import { countRequests, findRefund, listRequests, type RequestRow } from './queries/requests.ts';
import {
  adminRefundPageSchema,
  adminRefundSchema,
  adminRefundsQuery,
  approveBody,
  refundParams,
  rejectBody,
  resolveBody,
} from './schemas.ts';
import type { RefundServices } from './services.ts';
import { auditedBy } from '../../audit/index.ts';

const REFUNDS = '/v1/admin/refund-requests';
const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;
const DECISION = {
  ...BASICS,
  method: 'POST',
  params: refundParams,
  errors: ['NOT_FOUND', 'CONFLICT', 'REFUND_NOT_ALLOWED'],
} as const;

type Services = Pick<RefundServices, 'db' | 'epay'>;

/** The operator decides about refunds: never the one who requested it. */
export function adminRefundRoutes(services: Services): Route[] {
  return [list(services), approve(services), reject(services), resolve(services)];
}

const answer = (description: string) => ({ 200: { description, schema: adminRefundSchema } });

async function shown(db: Db, row: RequestRow) {
  return { status: 200 as const, body: presentForOperator(row, await findRefund(db, row.id)) };
}

function list({ db }: Services): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: REFUNDS,
    operationId: 'listAllRefundRequests',
    summary: 'Find requests for refunds',
    description: 'Requests for refunds of the whole installation, newest first.',
    query: adminRefundsQuery,
    responses: { 200: { description: 'The requests', schema: adminRefundPageSchema } },
    errors: [],
    handler: async ({ query: { limit, offset, status, organization_id } }) => {
      const filter = { organizationId: organization_id, status, orderId: undefined };
      const rows = await listRequests(db, { ...filter, limit, offset });
      const data = await Promise.all(rows.map(async (row) => presentForOperator(row, await findRefund(db, row.id))));
      return { status: 200, body: { data, pagination: { limit, offset }, total: await countRequests(db, filter) } };
    },
  });
}

function approve(services: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${REFUNDS}/{id}/approve`,
    operationId: 'approveRefundRequest',
    summary: 'Approve a refund',
    description:
      'Holds the money and has it paid back: to the balance at once, through the gateway shortly afterwards. REFUND_NOT_ALLOWED with `same_person` for one’s own request, and with the other reasons when it is no longer possible.',
    body: approveBody,
    responses: answer('The approved request'),
    handler: async (context) => {
      const decision = { id: context.params.id, note: context.body?.note ?? null };
      return shown(services.db, await approveRefund(services, decision, auditedBy(context)));
    },
  });
}

function reject({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${REFUNDS}/{id}/reject`,
    operationId: 'rejectRefundRequest',
    summary: 'Reject a refund',
    description: 'Refuses the request, with a reason that is kept with it.',
    body: rejectBody,
    responses: answer('The rejected request'),
    handler: async (context) => {
      const decision = { id: context.params.id, note: context.body.reason };
      return shown(db, await rejectRefund(db, decision, auditedBy(context)));
    },
  });
}

function resolve({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${REFUNDS}/{id}/resolve`,
    operationId: 'resolveRefund',
    summary: 'Say what came of a refund',
    description:
      'Ends a refund of which nobody knows what came (`provider_state` is `unknown`), as V1 gateways leave it. Look it up at the gateway first: `failed` gives the money back to where it was.',
    body: resolveBody,
    responses: answer('The ended request'),
    handler: async (context) => {
      const { outcome, note } = context.body;
      return shown(db, await resolveRefund(db, { id: context.params.id, outcome, note }, auditedBy(context)));
    },
  });
}
