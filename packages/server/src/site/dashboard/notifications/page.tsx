import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { MAIL_FACTS, type Group } from './mails.ts';
import { NOTIFICATIONS } from './words.ts';

const GROUPS: readonly Group[] = ['account', 'organization', 'billing', 'operator'];

/** Which mails are sent, to whom, and that they are not a matter of choice. */
export function NotificationsPage({ frame }: { frame: DashboardFrame }) {
  const words = NOTIFICATIONS[frame.shell.language];
  const shown = GROUPS.filter((group) => {
    if (group === 'operator') return frame.account.isAdmin;
    return group !== 'billing' || frame.shell.hasPrices;
  });
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      {shown.map((group) => (
        <Mails frame={frame} group={group} key={group} />
      ))}
      <p>
        {words.language} <a href={dashboardPath(frame, 'account')}>{words.toAccount}</a>
      </p>
      {may(frame, 'webhooks:read') ? (
        <p>
          {words.instead} <a href={dashboardPath(frame, 'webhooks')}>{words.webhooks}</a>
          {words.orPages}
        </p>
      ) : null}
    </DashboardPage>
  );
}

function Mails({ frame, group }: { frame: DashboardFrame; group: Group }) {
  const words = NOTIFICATIONS[frame.shell.language];
  return (
    <div>
      <h2>{words.groups[group]}</h2>
      <ScrollTable label={words.groups[group]}>
        <thead>
          <tr>
            <th scope="col">{words.mail}</th>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.who}</th>
          </tr>
        </thead>
        <tbody>
          {MAIL_FACTS.filter((mail) => mail.group === group).map(({ template, whom }) => (
            <tr key={template}>
              <th scope="row">{words.mails[template][0]}</th>
              <td>{words.mails[template][1]}</td>
              <td>{words.whom[whom]}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}
