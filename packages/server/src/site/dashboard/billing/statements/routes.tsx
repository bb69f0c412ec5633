import {
  listStatements,
  listUnmade,
  makeStatement,
  presentStatement,
  presentStatementFile,
  readStatement,
  statementBody,
  statementFile,
  statementHeaders,
  STATEMENT_FORMATS,
  STATEMENT_WORDS,
} from '../../../../features/billing/documents/index.ts';
import { redirect, type PageAnswer, type PageRoute } from '../../../../http/page-route.ts';
import type { ShownForm } from '../../../kit/form-page.ts';
import { privatePage } from '../../../kit/site.ts';
import { dashboardForm } from '../../kit/form.ts';
import { dashboardPath } from '../../kit/frame.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../../kit/visit.ts';
import { explainMoney } from '../explain.ts';
import { pricedRoute, requirePrices } from '../priced.ts';
import { StatementsPage } from './list-page.tsx';
import { StatementPage } from './page.tsx';
import { STATEMENTS } from './words.ts';

const PAGE_SIZE = 24;
/** Two years of months without a statement are enough to choose from. */
const UNMADE_MAX = 24;
const ONE = 'billing/statements/{id}';

/** Statements: their list, which also makes them, each as a page, and its files. */
export function statementPages(dashboard: Dashboard): PageRoute[] {
  return [
    ...dashboardForm(dashboard, {
      path: 'billing/statements',
      permission: { page: 'billing:read', form: 'billing:write' },
      recent: 'never',
      fields: ['month'],
      schema: statementBody,
      place: ({ field }, { context }) => ({ field, text: STATEMENTS[context.language].monthWrong }),
      explain: explainMoney,
      run: async ({ month }, { context, member, frame }) => {
        requirePrices(dashboard);
        const { organizationId } = member;
        const made = await makeStatement(dashboard.services.documents, { organizationId, month }, context.signal);
        return redirect(dashboardPath(frame, `billing/statements/${made.row.id}`));
      },
      page: (visit, shown) => listPage(dashboard, visit, shown),
    }),
    ...pricedRoute(dashboard, { path: ONE, permission: 'billing:read' }, (visit) => onePage(dashboard, visit)),
    ...dashboardRoute(dashboard, {
      method: 'GET',
      path: `${ONE}/download`,
      permission: 'billing:read',
      handler: (visit) => sendFile(dashboard, visit),
    }),
  ];
}

async function listPage(dashboard: Dashboard, visit: Visit, { state, answer }: ShownForm): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { db, links } = dashboard.services;
  const { frame, member, context } = visit;
  const { organizationId } = member;
  const before = context.query.get('before') ?? '';
  const rows = await listStatements(db, {
    organizationId,
    year: undefined,
    before: /^20\d{2}-\d{2}$/.test(before) ? before : undefined,
    limit: PAGE_SIZE + 1,
  });
  return privatePage(
    <StatementsPage
      frame={frame}
      statements={rows.slice(0, PAGE_SIZE).map((row) => presentStatement(row, links))}
      next={rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.month ?? null) : null}
      unmade={await listUnmade(db, organizationId, UNMADE_MAX)}
      state={state}
    />,
    context.language,
    answer,
  );
}

/** The statement that the address names. @throws {AppError} NOT_FOUND */
function named(dashboard: Dashboard, { context, member }: Visit) {
  const { organizationId } = member;
  const { language, params } = context;
  return readStatement(dashboard.services.documents, { organizationId, id: params['id'] ?? '', language });
}

async function onePage(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { language } = visit.context;
  const { kinds, note } = STATEMENT_WORDS[language];
  const file = presentStatementFile(await named(dashboard, visit), dashboard.services.links);
  return privatePage(
    <StatementPage frame={visit.frame} {...file} formats={STATEMENT_FORMATS} kinds={kinds} note={note} />,
    language,
  );
}

async function sendFile(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { documents, links } = dashboard.services;
  const asked = visit.context.query.get('format');
  const format = STATEMENT_FORMATS.find((each) => each === asked) ?? 'json';
  const content = await named(dashboard, visit);
  const headers = statementHeaders(content, format);
  if (format === 'json') {
    const body = JSON.stringify(presentStatementFile(content, links), null, 2);
    return { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body };
  }
  const made = await statementFile(documents, content, format);
  return { headers: { ...headers, 'content-type': made.contentType }, body: made.content };
}
