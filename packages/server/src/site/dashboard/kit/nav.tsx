import type { ComponentChildren } from 'preact';
import { can, ROLES, type Permission } from '../../../shared/permissions.ts';
import { PostForm } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from './words.ts';
import type { DashboardWords } from './words.zh-cn.ts';
import { dashboardPath, may, type DashboardFrame } from './frame.ts';

type NavWord = Exclude<keyof DashboardWords['nav'], 'groups' | 'label' | 'menu' | 'signOut' | 'admin'>;

/** Section of the address, word, and the permission needed to see it. */
const GROUPS: readonly (readonly [
  keyof DashboardWords['nav']['groups'],
  readonly (readonly [section: string, word: NavWord, permission: Permission])[],
])[] = [
  [
    'work',
    [
      ['', 'overview', 'organization:read'],
      ['sign', 'sign', 'content:sign'],
      ['jobs', 'jobs', 'jobs:read'],
      ['credentials', 'credentials', 'credentials:read'],
      ['keys', 'keys', 'keys:read'],
      ['webhooks', 'webhooks', 'webhooks:read'],
      ['usage', 'usage', 'usage:read'],
    ],
  ],
  [
    'organization',
    [
      ['organization', 'organization', 'organization:read'],
      ['members', 'members', 'members:read'],
      ['billing', 'billing', 'billing:read'],
      ['audit', 'audit', 'audit:read'],
    ],
  ],
  [
    'account',
    [
      ['account', 'account', 'organization:read'],
      ['sessions', 'sessions', 'organization:read'],
      ['notifications', 'notifications', 'organization:read'],
    ],
  ],
];

/** Beside the content, or in a collapsed menu on narrow screens. Only one of the two is ever visible. */
export function DashboardNav({ frame }: { frame: DashboardFrame }) {
  const words = DASHBOARD[frame.shell.language].nav;
  return (
    <>
      <details class="dashboard-menu">
        <summary>{words.menu}</summary>
        <nav aria-label={words.label}>
          <Links frame={frame} form="sign-out-menu" />
        </nav>
      </details>
      <nav class="dashboard-side" aria-label={words.label}>
        <Links frame={frame} form="sign-out" />
      </nav>
    </>
  );
}

function Links({ frame, form }: { frame: DashboardFrame; form: string }) {
  const { shell, account, csrf } = frame;
  const words = DASHBOARD[shell.language].nav;
  return (
    <Groups
      frame={frame}
      sees={(permission, section) => may(frame, permission) && (section !== 'billing' || shell.hasPrices)}
    >
      {account.isAdmin ? (
        <p>
          <a href={pagePath(shell.language, 'admin')} aria-current={currentOf(frame.section, 'admin')}>
            {words.admin}
          </a>
        </p>
      ) : null}
      <div class="dashboard-who">
        <ShownText text={account.email} />
        <PostForm id={form} action={pagePath(shell.language, 'logout')} csrf={csrf} inline>
          <button class="button button-quiet button-small">{words.signOut}</button>
        </PostForm>
      </div>
    </Groups>
  );
}

/** The navigation of an error, which may be that nobody could be asked who reads it: what members in any role may see. */
export function GeneralNav({ frame }: { frame: GroupsFrame }) {
  return (
    <nav class="dashboard-general" aria-label={DASHBOARD[frame.shell.language].nav.label}>
      <Groups
        frame={frame}
        sees={(permission, section) => section !== 'billing' && ROLES.every((role) => can(role, permission))}
      />
    </nav>
  );
}

type GroupsFrame = Pick<DashboardFrame, 'shell' | 'org' | 'section'>;

interface GroupsProps {
  frame: GroupsFrame;
  sees: (permission: Permission, section: string) => boolean;
  /** Below the last group. */
  children?: ComponentChildren;
}

function Groups({ frame, sees, children }: GroupsProps) {
  const words = DASHBOARD[frame.shell.language].nav;
  return (
    <>
      {GROUPS.map(([group, links]) => {
        const seen = links.filter(([section, , permission]) => sees(permission, section));
        return seen.length === 0 ? null : (
          <div class="dashboard-group" key={group}>
            <p class="dashboard-group-title">{words.groups[group]}</p>
            <ul>
              {seen.map(([section, word]) => (
                <li key={section}>
                  <a href={dashboardPath(frame, section)} aria-current={currentOf(frame.section, section)}>
                    {words[word]}
                  </a>
                </li>
              ))}
            </ul>
            {group === 'account' ? children : null}
          </div>
        );
      })}
    </>
  );
}

function currentOf(here: string, section: string): 'page' | 'true' | undefined {
  if (here === section) return 'page';
  return section !== '' && here.startsWith(`${section}/`) ? 'true' : undefined;
}
