import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AuditPage, type AuditEntryRow } from './page.tsx';
import { visibleText } from '../../kit/visible-text.ts';
import { auditQuery, listAudit, presentAudit, type PresentedAudit } from '../../../features/audit/index.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { pagingOf } from '../kit/paging.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const FILTERS = ['action', 'from', 'to', 'actor_id', 'target_id'];
const DAY_MS = 86_400_000;

/** What happened in the organization. */
export function auditPages(dashboard: Dashboard): PageRoute[] {
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: 'audit',
    permission: 'audit:read',
    handler: (visit) => auditPage(dashboard, visit),
  });
}

async function auditPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
  const read = readForm(auditQuery, { ...askedFor(typed) }, language);
  if (read.kind === 'bad') {
    const at = { page: 1, size: paging.limit, total: 0 };
    const page = <AuditPage frame={frame} entries={[]} at={at} state={formState(typed, read.problems)} />;
    return privatePage(page, language, { status: 422 });
  }
  const { action, actor_id: actorId, target_id: targetId, from, to } = read.data;
  const { organizationId } = member;
  const times = {
    from: from === undefined ? undefined : new Date(from),
    // The day itself belongs to what is asked for.
    to: to === undefined ? undefined : new Date(new Date(to).getTime() + DAY_MS),
  };
  const { rows, total } = await listAudit(services.db, { organizationId, action, actorId, targetId, ...times }, paging);
  return privatePage(
    <AuditPage
      frame={frame}
      entries={rows.map((row) => entryRow(presentAudit(row)))}
      at={{ page: paging.page, size: paging.limit, total }}
      state={formState(typed, [])}
    />,
    language,
  );
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
