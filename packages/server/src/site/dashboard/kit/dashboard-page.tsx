import type { ComponentChildren } from 'preact';
import type { FormState } from '../../kit/components/form.tsx';
import { Document } from '../../kit/document.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from './words.ts';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { OperatorLink } from '../../kit/components/operator-link.tsx';
import { dashboardPath, type DashboardFrame } from './frame.ts';
import { DashboardNav } from './nav.tsx';
import { OrganizationBar } from './organization-bar.tsx';

interface Props {
  frame: DashboardFrame;
  title: string;
  lead?: string;
  /** The state of the page's form, when it was refused. */
  state?: FormState;
  scripts?: readonly string[];
  /** The most common action of the page, beside the title. */
  action?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the dashboard: organization, navigation, the message about what was just done, and the content. */
export function DashboardPage({ frame, title, lead, state, scripts = [], action, children }: Props) {
  const { shell, path, done, organization, account } = frame;
  const { language } = shell;
  const words = DASHBOARD[language];
  const prefix = (state?.problems.length ?? 0) > 0 ? FORM_WORDS[language].titlePrefix : '';
  return (
    <Document
      shell={shell}
      head={{
        title: prefix + title,
        description: words.description,
        path,
        isPublic: false,
        section: 'dashboard',
        dashboard: dashboardPath(frame, ''),
        width: 'wide',
        scripts,
      }}
    >
      <div class="dashboard">
        <div class="dashboard-aside">
          <OrganizationBar frame={frame} />
          <DashboardNav frame={frame} />
        </div>
        <div class="dashboard-content">
          {organization.isSuspended ? (
            <p class="notice tone-bad">
              {words.organization.suspended}
              <OperatorLink operator={shell.operator} language={language} />
            </p>
          ) : null}
          {account.isVerified ? null : (
            <p class="notice tone-warning">
              {words.verifyFirst} <a href={pagePath(language, 'verify-email')}>{words.verifyLink}</a>
            </p>
          )}
          {done === null ? null : (
            <p class="notice tone-good" role="status">
              {words.done[done]}
            </p>
          )}
          <div class="dashboard-title">
            <h1>{title}</h1>
            {action}
          </div>
          {lead === undefined ? null : <p class="lead">{lead}</p>}
          {children}
        </div>
      </div>
    </Document>
  );
}
