import type { ComponentChildren } from 'preact';
import type { FormState } from '../../kit/components/form.tsx';
import { Document } from '../../kit/document.tsx';
import type { Shell } from '../../kit/shell.ts';
import { pagePath } from '../../kit/site-map.ts';
import { ADMIN } from './words.ts';
import { FORM_WORDS } from '../../kit/words/form.ts';

/** The sections of the operator's pages, in the order of their tabs. */
const TABS = [
  ['overview', ''],
  ['organizations', 'organizations'],
  ['accounts', 'accounts'],
  ['credentials', 'credentials'],
  ['trust', 'trust'],
  ['jobs', 'jobs'],
  ['finance', 'finance'],
  ['incidents', 'incidents'],
] as const;
export type AdminTab = (typeof TABS)[number][0];

export type AdminDone = keyof (typeof ADMIN)['en']['done'];

/** What the operator's pages have in common. */
export interface AdminFrame {
  readonly shell: Shell;
  readonly csrf: string;
  /** Path and query below the language. */
  readonly path: string;
  readonly tab: AdminTab;
  readonly done: AdminDone | null;
  /** Changes require a second factor here, and this administrator has none. */
  readonly lacksSecondFactor: boolean;
  /** Changes require a recent authentication. */
  readonly asksPassword: boolean;
  readonly hasSecondFactor: boolean;
}

export function adminPath(
  { shell }: Pick<AdminFrame, 'shell'>,
  section: string,
  query: Record<string, string> = {},
): string {
  const path = pagePath(shell.language, section === '' ? 'admin' : `admin/${section}`);
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

interface Props {
  frame: AdminFrame;
  title?: string;
  /** In place of the title, above the content: a name that others chose. */
  heading?: ComponentChildren;
  lead?: string;
  state?: FormState;
  scripts?: readonly string[];
  children: ComponentChildren;
}

export function AdminPage({ frame, title, heading, lead, state, scripts = [], children }: Props) {
  const { shell, path, tab, done } = frame;
  const words = ADMIN[shell.language];
  const prefix = (state?.problems.length ?? 0) > 0 ? FORM_WORDS[shell.language].titlePrefix : '';
  const shown = title ?? words.title;
  return (
    <Document
      shell={shell}
      head={{
        title: prefix + shown,
        description: words.description,
        path,
        isPublic: false,
        section: 'dashboard',
        width: 'wide',
        scripts,
      }}
    >
      <div class="dashboard-content admin">
        <p>
          <a href={pagePath(shell.language, 'dashboard')}>{words.back}</a>
        </p>
        <nav aria-label={words.tabs.label}>
          <ul class="tab-list">
            {TABS.map(([name, section]) => (
              <li key={name}>
                <a href={adminPath(frame, section)} aria-current={name === tab ? 'page' : undefined}>
                  {words.tabs[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {done === null ? null : (
          <p class="notice tone-good" role="status">
            {words.done[done]}
          </p>
        )}
        <h1>{heading ?? shown}</h1>
        {lead === undefined ? null : <p class="lead">{lead}</p>}
        {children}
      </div>
    </Document>
  );
}
