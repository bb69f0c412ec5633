import type { Db } from '../../platform/database.ts';
import { presentAccount, presentOrganization } from './present.ts';
import {
  countAccounts,
  countOrganizations,
  listAccounts,
  listOrganizations,
  type AccountFilter,
  type OrganizationFilter,
  type Page,
} from './queries.ts';
import type { AdminAccount, AdminOrganization } from './schemas.ts';

export interface Found<Item> {
  data: Item[];
  pagination: Page;
  total: number;
}

const ONE: Page = { limit: 1, offset: 0 };

export async function findAccounts(db: Db, filter: AccountFilter, page: Page): Promise<Found<AdminAccount>> {
  const [rows, total] = [await listAccounts(db, filter, page), await countAccounts(db, filter)];
  return { data: rows.map(presentAccount), pagination: page, total };
}

export async function findOrganizations(
  db: Db,
  filter: OrganizationFilter,
  page: Page,
): Promise<Found<AdminOrganization>> {
  const [rows, total] = [await listOrganizations(db, filter, page), await countOrganizations(db, filter)];
  return { data: rows.map(presentOrganization), pagination: page, total };
}

export async function findAccountRecord(db: Db, id: string): Promise<AdminAccount | undefined> {
  const [row] = await listAccounts(db, { id }, ONE);
  return row === undefined ? undefined : presentAccount(row);
}

export async function findOrganizationRecord(db: Db, id: string): Promise<AdminOrganization | undefined> {
  const [row] = await listOrganizations(db, { id }, ONE);
  return row === undefined ? undefined : presentOrganization(row);
}
