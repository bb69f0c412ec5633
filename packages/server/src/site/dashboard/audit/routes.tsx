import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { auditCsv } from './csv.ts';
import { AuditPage, type AuditEntryRow } from './page.tsx';
import { visibleText } from '../../kit/visible-text.ts';
import { auditQuery, listAudit, presentAudit, type PresentedAudit } from '../../../features/audit/index.ts';
import { listMembers } from '../../../features/organizations/index.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardPath } from '../kit/frame.ts';
import { pagingOf } from '../kit/paging.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const FILTERS = ['action', 'from', 'to', 'actor_id', 'target_id'];
const DAY_MS = 86_400_000;

/** Rows of a file, which are read as one list. */
const EXPORTED_MAX = 10_000;
/** More than a person would choose from. */
const MEMBERS_MAX = 100;

/** What happened in the organization: as a page, and as a file for spreadsheets. */
export function auditPages(dashboard: Dashboard): PageRoute[] {
  const route = { method: 'GET', permission: 'audit:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, path: 'audit', handler: (visit) => auditPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      path: 'audit/export',
      handler: (visit) => auditFile(dashboard, visit),
    }),
  ];
}

/** What the address asks for, as typed and as the interface takes it. */
function filterOf({ member, context }: Visit) {
  const { language, query } = context;
  const typed = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
  const read = readForm(auditQuery, { ...askedFor(typed) }, language);
  if (read.kind === 'bad') return { typed, problems: read.problems };
  const { action, actor_id: actorId, target_id: targetId, from, to } = read.data;
  const { organizationId } = member;
  const times = {
    from: from === undefined ? undefined : new Date(from),
    // The day itself belongs to what is asked for.
    to: to === undefined ? undefined : new Date(new Date(to).getTime() + DAY_MS),
  };
  return { typed, filter: { organizationId, action, actorId, targetId, ...times } };
}

async function auditPage({ services }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { language } = context;
  const paging = pagingOf(context.query);
  const asked = filterOf(visit);
  const { rows, total } =
    asked.filter === undefined ? { rows: [], total: 0 } : await listAudit(services.db, asked.filter, paging);
  const members = await listMembers(services.db, member.organizationId, { limit: MEMBERS_MAX, offset: 0 });
  return privatePage(
    <AuditPage
      frame={frame}
      entries={rows.map((row) => entryRow(presentAudit(row)))}
      at={{ page: asked.filter === undefined ? 1 : paging.page, size: paging.limit, total }}
      members={members.rows.map(({ account_id: id, email }) => ({ id, email }))}
      exportedMost={EXPORTED_MAX}
      state={formState(asked.typed, asked.problems ?? [])}
    />,
    language,
    asked.filter === undefined ? { status: 422 } : {},
  );
}

/** A filter that is wrong is shown by the page. */
async function auditFile({ services }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { filter, typed } = filterOf(visit);
  const { language } = visit.context;
  if (filter === undefined) return redirect(dashboardPath(visit.frame, 'audit', typed));
  const { rows } = await listAudit(services.db, filter, { limit: EXPORTED_MAX, offset: 0 });
  const day = services.clock.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${day}.csv"`,
    },
    body: auditCsv(rows.map(presentAudit), language),
  };
}

/** The form asks for days, the interface for instants. */
function askedFor(typed: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(typed).flatMap(([name, value]): [string, string][] => {
    const text = orAbsent(value);
    if (text === undefined) return [];
    return [[name, name === 'from' || name === 'to' ? `${text}T00:00:00Z` : text.trim()]];
  });
  return Object.fromEntries(given);
}

function entryRow(entry: PresentedAudit): AuditEntryRow {
  const { id, created_at, action, actor, target, address, request_id, details } = entry;
  return {
    id,
    createdAt: created_at,
    action,
    actor,
    target,
    address,
    requestId: request_id,
    details: Object.keys(details).length === 0 ? null : linesOf(details),
  };
}

/** Names and reasons in it are text of others. */
function linesOf(details: PresentedAudit['details']): string {
  return JSON.stringify(details, null, 2).split('\n').map(visibleText).join('\n');
}
