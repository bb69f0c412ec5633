import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { AdminAccountsPage, type AdminAccountRow } from './page.tsx';
import { adminPath } from '../kit/admin-page.tsx';
import { AdminStepPage } from '../kit/step-page.tsx';
import { NO_INPUT, type ShownForm } from '../../kit/form-page.ts';
import { ADMIN_ACCOUNTS } from './words.ts';
import {
  accountsQuery,
  endSessions,
  findAccountRecord,
  findAccounts,
  type AdminAccount,
} from '../../../features/admin/index.ts';
import { pagingOf } from '../../dashboard/kit/paging.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { adminForm } from '../kit/form.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';

/** Finds accounts, and signs them out everywhere. */
export function adminAccountPages(admin: AdminSite): PageRoute[] {
  const tab = 'accounts';
  return [
    ...adminRoute(admin, { method: 'GET', path: 'accounts', tab, handler: (visit) => listPage(admin, visit) }),
    ...adminForm(admin, {
      path: 'accounts/{account_id}/end-sessions',
      tab,
      ...NO_INPUT,
      run: async (_, { context, by, done }) => {
        const ended = await endSessions(admin.services.db, context.params['account_id'] ?? '', by);
        if (ended === undefined) throw new AppError('NOT_FOUND');
        return done('accounts', 'sessions_ended');
      },
      page: (visit, shown) => endPage(admin, visit, shown),
    }),
  ];
}

async function listPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = { email: query.get('email') ?? '' };
  const read = readForm(accountsQuery, { email: orAbsent(typed.email) }, language);
  const at = { page: paging.page, size: paging.limit, total: 0 };
  if (read.kind === 'bad') {
    const page = <AdminAccountsPage frame={frame} accounts={[]} at={at} state={formState(typed, read.problems)} />;
    return privatePage(page, language, { status: 422 });
  }
  const { email } = read.data;
  const { data, total } = await findAccounts(services.db, email === undefined ? {} : { emailContains: email }, paging);
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
    organizations: row.organizations,
  };
}

async function endPage(
  { services }: AdminSite,
  { frame, context }: AdminVisit,
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  const words = ADMIN_ACCOUNTS[context.language].end;
  const id = context.params['account_id'] ?? '';
  const account = isId('account', id) ? await findAccountRecord(services.db, id) : undefined;
  if (account === undefined) throw new AppError('NOT_FOUND');
  return privatePage(
    <AdminStepPage
      frame={frame}
      words={words}
      subject={account.email}
      action={adminPath(frame, `accounts/${id}/end-sessions`)}
      back={adminPath(frame, 'accounts')}
      isDanger
      asksReason={false}
      state={state}
    />,
    context.language,
    answer,
  );
}
