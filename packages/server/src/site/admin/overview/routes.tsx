import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { findAccounts, findOrganizations } from '../../../features/admin/index.ts';
import { privatePage } from '../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminOverviewPage } from './page.tsx';
import { readActivity, readRevenue } from './read-activity.ts';

/** The first page of the operator. */
export function adminOverviewPages(admin: AdminSite): PageRoute[] {
  return adminRoute(admin, {
    method: 'GET',
    path: '',
    tab: 'overview',
    handler: (visit) => overviewPage(admin, visit),
  });
}

const NONE = { limit: 0, offset: 0 };

async function overviewPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { db } = services;
  const counts = {
    accounts: (await findAccounts(db, {}, NONE)).total,
    suspendedAccounts: (await findAccounts(db, { status: 'suspended' }, NONE)).total,
    organizations: (await findOrganizations(db, {}, NONE)).total,
    suspendedOrganizations: (await findOrganizations(db, { status: 'suspended' }, NONE)).total,
  };
  const activity = await readActivity(services);
  const revenue = frame.shell.hasPrices ? await readRevenue(services) : null;
  const page = <AdminOverviewPage frame={frame} counts={counts} activity={activity} revenue={revenue} />;
  return privatePage(page, context.language);
}
