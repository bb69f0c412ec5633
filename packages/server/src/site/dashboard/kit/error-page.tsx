import type { ErrorPageFacts } from '../../../http/errors.ts';
import { isId } from '../../../shared/ids.ts';
import { Document } from '../../kit/document.tsx';
import { refusalText } from '../../kit/refusal-text.ts';
import type { Shell } from '../../kit/shell.ts';
import { pagePath } from '../../kit/site-map.ts';
import { SITE } from '../../kit/words/site.ts';
import { dashboardPath, type DashboardFrame } from './frame.ts';
import { DashboardNav, GeneralNav } from './nav.tsx';
import { OrganizationBar } from './organization-bar.tsx';
import { DASHBOARD } from './words.ts';

interface Props {
  shell: Shell;
  facts: Omit<ErrorPageFacts, 'language'>;
  /** Of the member who asked, where it is known who that is. */
  frame?: DashboardFrame;
}

/**
 * An error below the dashboard stays in its frame, and in the organization that was chosen. Where nobody knows whether who asks
 * belongs to the organization of the address, a page that is not found does not repeat it.
 */
export function DashboardErrorPage({ shell, facts, frame }: Props) {
  const { status, code, requestId, url } = facts;
  const { language } = shell;
  const words = SITE[language].errors;
  const { errors } = DASHBOARD[language];
  const named = new URL(url, shell.origin).searchParams.get('org') ?? '';
  const isRepeated = isId('organization', named) && (frame !== undefined || facts.status !== 404);
  const org = isRepeated ? named : null;
  const kind = status === 404 || status === 410 ? 'notFound' : status >= 500 ? 'failed' : 'refused';
  const start = dashboardPath({ shell, org }, '');
  return (
    <Document
      shell={shell}
      head={{
        title: words.title[kind],
        description: words.title[kind],
        path: 'dashboard',
        isPublic: false,
        section: 'dashboard',
        dashboard: start,
        width: 'wide',
      }}
    >
      <div class="dashboard">
        <div class="dashboard-aside">
          {frame === undefined ? (
            <GeneralNav frame={{ shell, org, section: 'error' }} />
          ) : (
            <>
              <OrganizationBar frame={frame} />
              <DashboardNav frame={frame} />
            </>
          )}
        </div>
        <div class="dashboard-content">
          <h1>{words.title[kind]}</h1>
          <p class="lead">{refusalText(facts, language)}</p>
          <p>{errors[kind]}</p>
          <p class="soft">
            <code>
              {status} {code}
            </code>{' '}
            · {words.requestId} <code>{requestId}</code>
          </p>
          <div class="button-row">
            <a class="button" href={start}>
              {errors.back}
            </a>
            {org === null ? null : (
              <a class="button button-quiet" href={pagePath(language, 'dashboard')}>
                {errors.own}
              </a>
            )}
          </div>
        </div>
      </div>
    </Document>
  );
}

/** Whether an address is one of the dashboard's. */
export function isOfDashboard(url: string, { language }: Pick<Shell, 'language'>): boolean {
  const start = pagePath(language, 'dashboard');
  return url.startsWith(start) && /^(?:[/?]|$)/.test(url.slice(start.length));
}
