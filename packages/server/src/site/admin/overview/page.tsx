import { Fact } from '../../dashboard/kit/parts.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { fenFromStored } from '../../../shared/fen.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { DayChart, type DayFigure } from './day-chart.tsx';
import type { Activity, Revenue } from './read-activity.ts';
import { ADMIN_OVERVIEW } from './words.ts';

interface Props {
  frame: AdminFrame;
  counts: Readonly<Record<'accounts' | 'suspendedAccounts' | 'organizations' | 'suspendedOrganizations', number>>;
  activity: Activity;
  /** Null: nothing costs money. */
  revenue: Revenue | null;
}

/** The most important figures, each with the list behind it. */
export function AdminOverviewPage({ frame, counts, activity, revenue }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_OVERVIEW[language];
  const links = {
    accounts: adminPath(frame, 'accounts'),
    suspendedAccounts: adminPath(frame, 'accounts', { status: 'suspended' }),
    organizations: adminPath(frame, 'organizations'),
    suspendedOrganizations: adminPath(frame, 'organizations', { status: 'suspended' }),
  };
  const names = ['accounts', 'suspendedAccounts', 'organizations', 'suspendedOrganizations'] as const;
  return (
    <AdminPage frame={frame} lead={words.lead}>
      <dl class="figures">
        {names.map((name) => (
          <Fact name={words[name]} key={name}>
            <a href={links[name]}>{formatNumber(counts[name], language)}</a>
          </Fact>
        ))}
      </dl>
      <ActivityCharts frame={frame} activity={activity} />
      {revenue === null ? null : <RevenueChart frame={frame} revenue={revenue} />}
    </AdminPage>
  );
}

function ActivityCharts({ frame, activity }: Pick<Props, 'frame' | 'activity'>) {
  const { language } = frame.shell;
  const words = ADMIN_OVERVIEW[language];
  const figure = (name: string, values: readonly number[]): DayFigure => ({
    name,
    values,
    shown: values.map((value) => formatNumber(value, language)),
  });
  const { days } = activity;
  return (
    <>
      <DayChart
        id="work"
        title={words.work}
        note={words.workNote}
        days={days}
        figures={[
          figure(words.verifications, activity.verifications),
          figure(words.signings, activity.signings),
          figure(words.failures, activity.failures),
        ]}
        language={language}
      />
      <DayChart
        id="new-accounts"
        title={words.newAccounts}
        days={days}
        figures={[figure(words.accounts, activity.accounts)]}
        language={language}
      />
    </>
  );
}

function RevenueChart({ frame, revenue: { days, earned } }: { frame: AdminFrame; revenue: Revenue }) {
  const { language } = frame.shell;
  const words = ADMIN_OVERVIEW[language];
  const figure: DayFigure = {
    name: words.earned,
    values: earned.map((fen) => Math.max(0, fen) / 100),
    shown: earned.map((fen) => formatMoney(fenFromStored(fen), language)),
  };
  return (
    <DayChart
      id="revenue"
      title={words.revenue}
      note={words.revenueNote}
      days={days}
      figures={[figure]}
      language={language}
    />
  );
}
