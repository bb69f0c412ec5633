import { Empty, Pager, type PageOf } from '../../dashboard/kit/parts.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { Incident, type IncidentRow } from '../../status/incident-list.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN } from '../kit/words.ts';
import { ADMIN_INCIDENTS } from './words.ts';

interface Props {
  frame: AdminFrame;
  incidents: readonly IncidentRow[];
  at: PageOf;
}

/** What was published, as everybody sees it, with what can be done about it. */
export function AdminIncidentsPage({ frame, incidents, at }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_INCIDENTS[language];
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.incidents} lead={words.lead}>
      <div class="button-row">
        <a class="button" href={adminPath(frame, 'incidents/new')}>
          {words.open}
        </a>
        <a class="button button-quiet" href={pagePath(language, 'status')}>
          {words.statusPage}
        </a>
      </div>
      {incidents.length === 0 ? <Empty text={words.empty} /> : null}
      {incidents.map((incident) => (
        <div key={incident.id}>
          <h2 class="visually-hidden">
            <code>{incident.id}</code>
          </h2>
          <Incident incident={incident} language={language} />
          <p class="button-row">
            {(['update', 'delete'] as const).map((step) => (
              <a
                class={`button button-small ${step === 'delete' ? 'button-danger' : 'button-quiet'}`}
                href={adminPath(frame, `incidents/${incident.id}/${step}`)}
                aria-describedby={incident.id}
                key={step}
              >
                {words[step]}
              </a>
            ))}
          </p>
        </div>
      ))}
      <Pager at={at} language={language} href={(page) => adminPath(frame, 'incidents', { page: String(page) })} />
    </AdminPage>
  );
}
