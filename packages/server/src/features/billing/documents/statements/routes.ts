import { cursorPage, cursorPageSchema, decodeCursor } from '../../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../../http/route.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { ValidationFailure } from '../../../../shared/validation-failure.ts';
import { WRITES } from '../caller.ts';
import type { DocumentServices } from '../services.ts';
import { finalizeStatement, waitForEarlier } from './finalize.ts';
import { statementCsv, statementDocument, type StatementContent } from './file.ts';
import { presentEntry, presentStatement } from './present.ts';
import {
  findStatement,
  hasMonth,
  listEntries,
  listStatements,
  nameOfOrganization,
  type StatementRow,
} from './queries.ts';
import {
  downloadQuery,
  statementBody,
  statementFileSchema,
  statementParams,
  statementSchema,
  statementsQuery,
} from './schemas.ts';
import type { StatementFormat } from './words.ts';
import { payerOf, READS_MONEY } from '../../ledger/index.ts';

const STATEMENTS = '/v1/billing/statements';
const COMMON = { tags: ['Billing'], rateLimit: 'api' } as const;

/** About three seconds. */
const WAIT_ATTEMPTS = 30;

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
      const organizationId = payerOf(principal);
      const { db, links } = services;
      const earlier = await findStatement(db, organizationId, { month });
      if (earlier !== undefined) return { status: 200, body: presentStatement(earlier, links) };
      if (!(await hasMonth(db, organizationId, month))) throw noSuchMonth(month);
      if (!(await waitForEarlier(db, { attempts: WAIT_ATTEMPTS, stopping: signal }))) {
        throw new AppError('CONFLICT', { details: { reason: 'month_not_settled' }, headers: { 'retry-after': '5' } });
      }
      const made = await finalizeStatement(services, organizationId, month);
      if (made !== undefined) return { status: 201, body: presentStatement(made, links) };
      const other = await findStatement(db, organizationId, { month });
      if (other === undefined) throw new Error(`the statement of ${month} is neither made nor there`);
      return { status: 200, body: presentStatement(other, links) };
    },
  });
}

function noSuchMonth(month: string): ValidationFailure {
  const ctx = { error: 'must be over, and not before the organization' };
  return new ValidationFailure([{ loc: ['body', 'month'], type: 'value_error', input: month, ctx }]);
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
      const organizationId = payerOf(principal);
      const row = await findStatement(services.db, organizationId, { id: params.id });
      if (row === undefined) throw new AppError('NOT_FOUND');
      const [entries, organization] = [
        await listEntries(services.db, row),
        await nameOfOrganization(services.db, organizationId),
      ];
      const content = { row, entries, organization, language: query.lang ?? language };
      return {
        status: 200,
        headers: headersOf(content, query.format),
        ...(await render(services, content, query.format)),
      };
    },
  });
}

function headersOf({ row, language }: StatementContent, format: StatementFormat): Record<string, string> {
  const disposition = `attachment; filename="statement-${row.month}.${format}"`;
  return { 'content-disposition': disposition, ...(format === 'json' ? {} : { 'content-language': language }) };
}

async function render({ links, printDocument }: DocumentServices, content: StatementContent, format: StatementFormat) {
  switch (format) {
    case 'json':
      return {
        body: { statement: presentStatement(content.row, links), entries: content.entries.map(presentEntry) },
      };
    case 'csv':
      return { instead: { contentType: 'text/csv; charset=utf-8', content: statementCsv(content) } };
    case 'pdf':
      return { instead: { contentType: 'application/pdf', content: await printDocument(statementDocument(content)) } };
  }
}
