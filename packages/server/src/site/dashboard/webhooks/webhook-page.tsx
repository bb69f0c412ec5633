import type { WebhookDelivery, WebhookEndpoint } from '../../../features/webhooks/index.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, Pager, WhenOr, type PageOf } from '../kit/parts.tsx';
import { Delivery } from './delivery.tsx';
import { Badges } from './badges.tsx';
import { EventBoxes } from './event-boxes.tsx';
import { WEBHOOKS } from './words.ts';

interface Props {
  frame: DashboardFrame;
  webhook: WebhookEndpoint;
  deliveries: readonly WebhookDelivery[];
  at: PageOf;
  state: FormState;
  /** The events ticked in the form. */
  chosen: ReadonlySet<string>;
}

/** One webhook: how it fares, what can be done with it, and what was delivered to it. */
export function WebhookPage({ frame, webhook, deliveries, at, state, chosen }: Props) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  const mayManage = may(frame, 'webhooks:manage');
  const here = `webhooks/${webhook.id}`;
  return (
    <DashboardPage frame={frame} title={words.title} state={state}>
      <p>
        <a href={dashboardPath(frame, 'webhooks')}>{words.back}</a>
      </p>
      <ProblemSummary language={language} form={{ id: 'change', state }} />
      <Facts webhook={webhook} frame={frame} />
      {mayManage ? <Actions webhook={webhook} frame={frame} /> : null}
      <section aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">{words.deliveries}</h2>
        {deliveries.length === 0 ? (
          <Empty text={words.noDeliveries} />
        ) : (
          <ul class="records">
            {deliveries.map((delivery) => (
              <Delivery
                frame={frame}
                webhookId={webhook.id}
                delivery={delivery}
                maySend={mayManage && webhook.enabled}
                key={delivery.id}
              />
            ))}
          </ul>
        )}
        <Pager at={at} language={language} href={(page) => dashboardPath(frame, here, { page: String(page) })} />
      </section>
      {mayManage ? <ChangeForm frame={frame} webhook={webhook} state={state} chosen={chosen} /> : null}
    </DashboardPage>
  );
}

function Facts({ frame, webhook }: Pick<Props, 'frame' | 'webhook'>) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  return (
    <section class="card" aria-labelledby="webhook-address">
      <div class="record-head">
        <h2 id="webhook-address">
          <ShownText text={webhook.url} />
        </h2>
        <Badges webhook={webhook} language={language} />
      </div>
      {webhook.disabled_reason === null ? null : <p>{words.disabledReason[webhook.disabled_reason]}</p>}
      <dl class="record-facts">
        {webhook.failing_since === null ? null : (
          <Fact name={words.failingSince}>
            <When at={webhook.failing_since} language={language} />
          </Fact>
        )}
        {webhook.previous_secret_until === null ? null : (
          <Fact name={words.previousUntil}>
            <WhenOr at={webhook.previous_secret_until} language={language} otherwise="" />
          </Fact>
        )}
        <Fact name={words.created}>
          <When at={webhook.created_at} language={language} />
        </Fact>
      </dl>
    </section>
  );
}

function Actions({ frame, webhook }: Pick<Props, 'frame' | 'webhook'>) {
  const words = WEBHOOKS[frame.shell.language];
  const action = dashboardPath(frame, `webhooks/${webhook.id}`);
  return (
    <div class="button-row">
      {webhook.enabled ? (
        <PostForm id="test" action={action} csrf={frame.csrf} does="test" inline>
          <button class="button">{words.test}</button>
        </PostForm>
      ) : null}
      <PostForm id="switch" action={action} csrf={frame.csrf} does={webhook.enabled ? 'disable' : 'enable'} inline>
        <button class={webhook.enabled ? 'button button-quiet' : 'button'}>
          {webhook.enabled ? words.disable : words.enable}
        </button>
      </PostForm>
      <a class="button button-quiet" href={dashboardPath(frame, `webhooks/${webhook.id}/rotate-secret`)}>
        {words.rotate}
      </a>
      <a class="button button-danger" href={dashboardPath(frame, `webhooks/${webhook.id}/delete`)}>
        {words.remove}
      </a>
    </div>
  );
}

function ChangeForm({ frame, webhook, state, chosen }: Pick<Props, 'frame' | 'webhook' | 'state' | 'chosen'>) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  const form = { id: 'change', state };
  return (
    <section class="card" aria-labelledby="change-title">
      <h2 id="change-title">{words.change}</h2>
      <PostForm id={form.id} action={dashboardPath(frame, `webhooks/${webhook.id}`)} csrf={frame.csrf} does="change">
        <TextField
          form={form}
          language={language}
          name="url"
          label={words.url}
          hint={words.urlHint}
          initial={webhook.url}
          maxLength={2048}
          isCode
        />
        <EventBoxes form={form} chosen={chosen} language={language} />
        <button class="button">{words.save}</button>
      </PostForm>
    </section>
  );
}
