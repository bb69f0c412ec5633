import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { AdminAccountsPage, type AdminAccountRow } from './page.tsx';
import { NO_INPUT } from '../../kit/form-page.ts';
import { ADMIN_ACCOUNTS } from './words.ts';
import {
  accountFilter,
  accountsQuery,
  changeAccountSuspension,
  endSessions,
  findAccountRecord,
  findAccounts,
  suspendAccountBody,
  type AdminAccount,
} from '../../../features/admin/index.ts';
import { pagingOf } from '../../dashboard/kit/paging.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { adminStep, ReasonField } from '../kit/step-routes.tsx';
import type { AdminStep } from '../kit/step-page.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';

/** Finds accounts, suspends and restores them, and signs them out everywhere. */
export function adminAccountPages(admin: AdminSite): PageRoute[] {
  const back = 'accounts';
  const step = { tab: 'accounts', back } as const;
  const { db } = admin.services;
  return [
    ...adminRoute(admin, { method: 'GET', path: back, tab: step.tab, handler: (visit) => listPage(admin, visit) }),
    ...adminStep(admin, {
      ...step,
      path: 'accounts/{account_id}/suspend',
      schema: suspendAccountBody,
      fields: ['reason'],
      run: async ({ reason }, visit) => {
        found(await changeAccountSuspension(db, idOf(visit), { to: 'suspended', reason }, visit.by));
        return visit.done(back, 'account_suspended', { status: 'suspended' });
      },
      describe: async (visit, form) => {
        const { language } = visit.context;
        const asks = <ReasonField form={form} visit={visit} hint={ADMIN_ACCOUNTS[language].reasonHint} />;
        return { ...(await about(admin, visit, 'suspend')), isDanger: true, asks };
      },
    }),
    ...adminStep(admin, {
      ...step,
      path: 'accounts/{account_id}/restore',
      ...NO_INPUT,
      run: async (_, visit) => {
        found(await changeAccountSuspension(db, idOf(visit), { to: 'active' }, visit.by));
        return visit.done(back, 'account_restored');
      },
      describe: (visit) => about(admin, visit, 'restore'),
    }),
    ...adminStep(admin, {
      ...step,
      path: 'accounts/{account_id}/end-sessions',
      ...NO_INPUT,
      run: async (_, visit) => {
        found(await endSessions(db, idOf(visit), visit.by));
        return visit.done(back, 'sessions_ended');
      },
      describe: async (visit) => ({ ...(await about(admin, visit, 'end')), isDanger: true }),
    }),
  ];
}

function idOf({ context }: AdminVisit): string {
  return context.params['account_id'] ?? '';
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
}

async function about(
  { services }: AdminSite,
  visit: AdminVisit,
  step: 'suspend' | 'restore' | 'end',
): Promise<AdminStep> {
  const id = idOf(visit);
  const account = found(isId('account', id) ? await findAccountRecord(services.db, id) : undefined);
  return { words: ADMIN_ACCOUNTS[visit.context.language][step], subject: <ShownText text={account.email} /> };
}

async function listPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = {
    email: query.get('email') ?? '',
    status: query.get('status') ?? '',
    organization_id: query.get('organization_id') ?? '',
  };
  const { email, status, organization_id } = typed;
  const read = readForm(
    accountsQuery,
    { email: orAbsent(email), status: orAbsent(status), organization_id: orAbsent(organization_id) },
    language,
  );
  const at = { page: paging.page, size: paging.limit, total: 0 };
  if (read.kind === 'bad') {
    const page = <AdminAccountsPage frame={frame} accounts={[]} at={at} state={formState(typed, read.problems)} />;
    return privatePage(page, language, { status: 422 });
  }
  const { data, total } = await findAccounts(services.db, accountFilter(read.data), paging);
  return privatePage(
    <AdminAccountsPage frame={frame} accounts={data.map(rowOf)} at={{ ...at, total }} state={formState(typed, [])} />,
    language,
  );
}

function rowOf(row: AdminAccount): AdminAccountRow {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isVerified: row.email_verified_at !== null,
    isAdmin: row.is_admin,
    mustChangePassword: row.must_change_password,
    hasTotp: row.totp_enabled,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    suspendedAt: row.suspended_at,
    reason: row.suspension_reason,
    organizations: row.organizations,
  };
}
