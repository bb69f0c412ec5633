import type { ProvenanceStatus } from '@revera/provenance';
import { EVENT_TYPES, isSubscribedType } from '../../../shared/event-types.ts';
import { shortWord, STATUSES, TONES } from '../../../shared/statuses.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { ListTable } from '../kit/list-table.tsx';
import { Empty, StateBadge } from '../kit/parts.tsx';
import { DASHBOARD } from '../kit/words.ts';
import { Days } from '../usage/days.tsx';
import { Meter } from '../usage/page.tsx';
import { DELIVERY_TONE } from '../webhooks/rows.ts';
import { WEBHOOKS } from '../webhooks/words.ts';
import type { LastDelivery, UsageFigures } from './figures.ts';
import { OVERVIEW } from './words.ts';

interface UsageProps {
  frame: DashboardFrame;
  usage: UsageFigures;
}

/** The last days in figures and as a picture, and what is left of the plan. */
export function UsageSection({ frame, usage: { days, done, failed, standings } }: UsageProps) {
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  return (
    <section aria-labelledby="recent-usage">
      <div class="section-title">
        <h2 id="recent-usage">{words.usage}</h2>
        <a href={dashboardPath(frame, 'usage')}>{DASHBOARD[language].nav.usage}</a>
      </div>
      <dl class="figures">
        <div>
          <dt>{words.done}</dt>
          <dd>{formatNumber(done, language)}</dd>
        </div>
        <div>
          <dt>{words.failed}</dt>
          <dd>
            {failed === 0 ? (
              formatNumber(failed, language)
            ) : (
              <a href={dashboardPath(frame, 'jobs', { status: 'failed' })}>{formatNumber(failed, language)}</a>
            )}
          </dd>
        </div>
      </dl>
      {days.length === 0 ? <Empty text={words.noUsage} /> : <Days days={days} language={language} />}
      <ul class="meters">
        {standings.map((standing) => (
          <Meter standing={standing} frame={frame} key={standing.operation} />
        ))}
      </ul>
    </section>
  );
}

interface VerdictsProps {
  frame: DashboardFrame;
  verdicts: readonly { verdict: ProvenanceStatus; count: number }[];
}

export function VerdictsSection({ frame, verdicts }: VerdictsProps) {
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  return (
    <section aria-labelledby="recent-verdicts">
      <h2 id="recent-verdicts">{words.verdicts}</h2>
      {verdicts.length === 0 ? (
        <Empty text={words.noVerdicts} />
      ) : (
        <ul class="verdict-counts">
          {verdicts.map(({ verdict, count }) => (
            <li key={verdict}>
              <StateBadge tone={TONES.provenance[verdict]}>
                {shortWord(STATUSES[language].provenance[verdict])}
              </StateBadge>{' '}
              <strong>{formatNumber(count, language)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function DeliveriesSection({
  frame,
  deliveries,
}: {
  frame: DashboardFrame;
  deliveries: readonly LastDelivery[];
}) {
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  const webhooks = WEBHOOKS[language];
  return (
    <section aria-labelledby="recent-deliveries">
      <div class="section-title">
        <h2 id="recent-deliveries">{words.deliveries}</h2>
        <a href={dashboardPath(frame, 'webhooks')}>{DASHBOARD[language].nav.webhooks}</a>
      </div>
      {deliveries.length === 0 ? (
        <Empty text={words.noDeliveries} />
      ) : (
        <ListTable
          label={words.deliveries}
          rows={deliveries.map((row) => ({ ...row, id: `${row.webhookId} ${row.delivery.id}` }))}
          columns={[
            {
              name: words.event,
              isTitle: true,
              cell: ({ delivery: { type } }) =>
                isSubscribedType(type) ? EVENT_TYPES[type][language] : webhooks.testEvent,
            },
            {
              name: words.webhook,
              cell: ({ webhookId, url }) => (
                <a href={dashboardPath(frame, `webhooks/${webhookId}`)}>
                  <ShownText text={url} />
                </a>
              ),
            },
            {
              name: words.answer,
              cell: ({ delivery: { status } }) => (
                <StateBadge tone={DELIVERY_TONE[status]}>{webhooks.status[status]}</StateBadge>
              ),
            },
            {
              name: words.when,
              cell: ({ delivery: { created_at: at } }) => <When at={at} language={language} />,
            },
          ]}
        />
      )}
    </section>
  );
}
