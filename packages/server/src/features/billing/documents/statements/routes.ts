import { cursorPage, cursorPageSchema, decodeCursor } from '../../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../../http/route.ts';
import { WRITES } from '../caller.ts';
import type { DocumentServices } from '../services.ts';
import { makeStatement } from './make.ts';
import { presentStatement } from './present.ts';
import { listStatements, type StatementRow } from './queries.ts';
import { presentStatementFile, readStatement, statementFile, statementHeaders } from './read.ts';
import {
  downloadQuery,
  statementBody,
  statementFileSchema,
  statementParams,
  statementSchema,
  statementsQuery,
} from './schemas.ts';
import { payerOf, READS_MONEY } from '../../ledger/index.ts';

const STATEMENTS = '/v1/billing/statements';
const COMMON = { tags: ['Billing'], rateLimit: 'api' } as const;

/** Statements of the balance, month by month. */
export function statementRoutes(services: DocumentServices): Route[] {
  return [list(services), create(services), download(services)];
}

function list({ db, links }: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: STATEMENTS,
    operationId: 'listStatements',
    summary: 'List statements',
    description:
      'The statements of the organization, the newest month first. They are made on the first of each month at 02:00 (UTC+8) for organizations that have a balance, and never change.',
    auth: READS_MONEY,
    query: statementsQuery,
    responses: { 200: { description: 'A page of statements', schema: cursorPageSchema(statementSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const organizationId = payerOf(principal);
      const { limit, cursor, year } = query;
      const filter = { organizationId, year };
      const before = cursor === undefined ? undefined : decodeCursor(cursor, filter);
      const rows = await listStatements(db, { organizationId, year, before, limit: limit + 1 });
      const present = (row: StatementRow) => presentStatement(row, links);
      return { status: 200, body: cursorPage(rows, limit, filter, { present, positionOf: ({ month }) => month }) };
    },
  });
}

function create(services: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: STATEMENTS,
    operationId: 'createStatement',
    summary: 'Make the statement of a month',
    description:
      'The statement of a month that is over. Asked for again, the same is answered with 200. CONFLICT with `month_not_settled`: work that may still book something in it has not ended yet; try again shortly.',
    auth: WRITES,
    body: statementBody,
    responses: {
      201: { description: 'The statement was made', schema: statementSchema },
      200: { description: 'It was there', schema: statementSchema },
    },
    errors: ['CONFLICT'],
    handler: async ({ body: { month }, principal, signal }) => {
      const { row, isNew } = await makeStatement(services, { organizationId: payerOf(principal), month }, signal);
      return { status: isNew ? 201 : 200, body: presentStatement(row, services.links) };
    },
  });
}

function download(services: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: `${STATEMENTS}/{id}/download`,
    operationId: 'downloadStatement',
    summary: 'Download a statement',
    description:
      'The statement with every entry that it is made of. The same statement in the same form and language stays the same, byte for byte, until the service is updated or the organization renamed. With format=pdf also RATE_LIMITED when too many documents are being made, and JOB_TIMEOUT.',
    auth: READS_MONEY,
    params: statementParams,
    query: downloadQuery,
    responses: {
      200: {
        description: 'The statement and its entries',
        schema: statementFileSchema,
        others: ['text/csv', 'application/pdf'],
        headers: { 'Content-Disposition': { description: '`attachment`, with the month as the name' } },
      },
    },
    errors: ['NOT_FOUND', 'JOB_TIMEOUT'],
    handler: async ({ params, query, principal, language }) => {
      const named = { organizationId: payerOf(principal), id: params.id, language: query.lang ?? language };
      const content = await readStatement(services, named);
      const { format } = query;
      return {
        status: 200,
        headers: statementHeaders(content, format),
        ...(format === 'json'
          ? { body: presentStatementFile(content, services.links) }
          : { instead: await statementFile(services, content, format) }),
      };
    },
  });
}
