import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { SessionsPage } from './page.tsx';
import { endOtherSessions, endSession, presentSession } from '../../../features/accounts/index.ts';
import { listUsableSessions } from '../../../features/sessions/index.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** The sessions of the account, in any organization: people see and end only their own. */
export function sessionPages(dashboard: Dashboard): PageRoute[] {
  const route = { path: 'sessions', permission: 'organization:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, method: 'GET', handler: (visit) => listPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'never',
      handler: (visit) => end(dashboard, visit),
    }),
  ];
}

async function listPage({ services }: Dashboard, { frame, caller }: Visit): Promise<PageAnswer> {
  const open = await listUsableSessions(services.db, caller.accountId);
  const sessions = open.map((row) => {
    const { id, device, created_at, last_seen_at, expires_at, current } = presentSession(row, caller.sessionId);
    return {
      id,
      device,
      createdAt: created_at,
      lastSeenAt: last_seen_at,
      expiresAt: expires_at,
      isCurrent: current,
    };
  });
  return privatePage(<SessionsPage frame={frame} sessions={sessions} />, frame.shell.language);
}

async function end({ services }: Dashboard, { context, caller, done }: Visit): Promise<PageAnswer> {
  if (context.form.get('action') === 'end_others') {
    await endOtherSessions(services.accounts, caller);
    return done('sessions', 'sessions_ended');
  }
  await endSession(services.accounts, caller, context.form.get('session_id') ?? '');
  return done('sessions', 'session_ended');
}
