import { can, PERMISSIONS, type Permission, type Role } from '../../../shared/permissions.ts';
import type { Shell } from '../../kit/shell.ts';
import { pagePath } from '../../kit/site-map.ts';
import type { DashboardWords } from './words.zh-cn.ts';

/** What happened just before the page was opened. */
export type Done = keyof DashboardWords['done'];

/** What every page of the dashboard needs besides its own content. */
export interface DashboardFrame {
  readonly shell: Shell;
  /** The CSRF token of its forms. */
  readonly csrf: string;
  readonly account: {
    readonly email: string;
    readonly isVerified: boolean;
    readonly isAdmin: boolean;
    readonly hasSecondFactor: boolean;
  };
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly kind: 'personal' | 'team';
    readonly role: Role;
    readonly isSuspended: boolean;
  };
  /** The organizations to switch to. */
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  /** As in the address; null for the account's own organization. */
  readonly org: string | null;
  /** This page below the dashboard, without its query: `keys`. */
  readonly section: string;
  /** Path and query below the language, so that switching the language stays on this page. */
  readonly path: string;
  readonly done: Done | null;
}

/** Whether the page may offer it; the guard checks again. */
export function may({ organization, account }: DashboardFrame, permission: Permission): boolean {
  const { writes, verified } = PERMISSIONS[permission];
  const isHindered = (writes && organization.isSuspended) || (verified && !account.isVerified);
  return can(organization.role, permission) && !isHindered;
}

/** A page of the dashboard in the same organization and language. */
export function dashboardPath(
  { shell, org }: Pick<DashboardFrame, 'shell' | 'org'>,
  section: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const path = pagePath(shell.language, section === '' ? 'dashboard' : `dashboard/${section}`);
  const search = new URLSearchParams({ ...(org === null ? {} : { org }), ...query }).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The picture of a job for a list. */
export function smallPreview({ shell, org }: DashboardFrame, jobId: string): string {
  const whose = org === null ? '' : `&org=${encodeURIComponent(org)}`;
  return `${pagePath(shell.language, `results/${jobId}/preview`)}?size=small${whose}`;
}
