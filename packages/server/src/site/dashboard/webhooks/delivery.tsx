import type { WebhookDelivery } from '../../../features/webhooks/index.ts';
import { EVENT_TYPES, isSubscribedType } from '../../../shared/event-types.ts';
import { PostForm } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { visibleText } from '../../kit/visible-text.ts';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';
import { DELIVERY_TONE } from './rows.ts';
import { WEBHOOKS } from './words.ts';
import { formatNumber } from '../../kit/format-number.ts';

interface Props {
  frame: DashboardFrame;
  webhookId: string;
  delivery: WebhookDelivery;
  maySend: boolean;
}

/** An event that a webhook was told of, with each attempt and what it answered. */
export function Delivery({ frame, webhookId, delivery, maySend }: Props) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  const { id, type, status, attempt_count, next_attempt_at, created_at } = delivery;
  return (
    <li class="record record-dense">
      <div class="record-head">
        <div class="record-title">
          {isSubscribedType(type) ? EVENT_TYPES[type][language] : words.testEvent} <code>{type}</code>
        </div>
        <p class="badges">
          <StateBadge tone={DELIVERY_TONE[status]}>{words.status[status]}</StateBadge>
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.happened}>
          <When at={created_at} language={language} />
        </Fact>
        <Fact name="ID">
          <code>{id}</code>
        </Fact>
        {next_attempt_at === null || attempt_count === 0 ? null : (
          <Fact name={words.nextAttempt}>
            <When at={next_attempt_at} language={language} />
          </Fact>
        )}
      </dl>
      <Details frame={frame} delivery={delivery} />
      {maySend && attempt_count > 0 ? (
        <div class="record-actions">
          <PostForm
            id={`again-${id}`}
            action={dashboardPath(frame, `webhooks/${webhookId}`)}
            csrf={frame.csrf}
            does="redeliver"
            hidden={{ event: id }}
            inline
          >
            <button class="button button-quiet button-small">
              {words.again}
              <span class="visually-hidden"> {id}</span>
            </button>
          </PostForm>
        </div>
      ) : null}
    </li>
  );
}

function Details({ frame, delivery }: Pick<Props, 'frame' | 'delivery'>) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  const { id, payload, attempts, attempt_count } = delivery;
  const number = (value: number) => formatNumber(value, language);
  if (payload === null && attempts.length === 0) return null;
  return (
    <details class="record-more">
      <summary>
        {words.details} · {words.attempts(number(attempt_count))}
        <span class="visually-hidden"> {id}</span>
      </summary>
      {payload === null ? null : <Text label={`${words.sent} ${id}`} text={payload} />}
      <ol class="plain">
        {attempts.map(({ number: nth, began_at, duration_ms, status_code, error, answer }) => (
          <li key={nth}>
            <p>
              <strong>{words.attempt(number(nth))}</strong> · <When at={began_at} language={language} /> ·{' '}
              {status_code === null ? words.noAnswer : words.answered(String(status_code))}
              {error === null ? null : (
                <>
                  {' '}
                  <code>
                    <ShownText text={error} />
                  </code>
                </>
              )}{' '}
              · {words.duration(number(duration_ms))}
            </p>
            {answer === null || answer === '' ? null : (
              <Text label={`${words.answerText(number(nth))} ${id}`} text={answer} />
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What a receiver answered is its text: lines are kept, and nothing invisible. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    <pre class="code-block" tabIndex={0} role="group" aria-label={label}>
      <code>{text.split('\n').map(visibleText).join('\n')}</code>
    </pre>
  );
}
