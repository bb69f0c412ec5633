import type { WebhookEndpoint } from '../../../features/webhooks/index.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, Pager, type PageOf } from '../kit/parts.tsx';
import { Badges } from './badges.tsx';
import { EventBoxes } from './event-boxes.tsx';
import { WEBHOOKS } from './words.ts';
import { formatNumber } from '../../kit/format-number.ts';

interface Props {
  frame: DashboardFrame;
  webhooks: readonly WebhookEndpoint[];
  at: PageOf;
  state: FormState;
  /** The events ticked in the form. */
  chosen: ReadonlySet<string>;
  isSandboxOnly: boolean;
}

/** The webhooks of an organization, and the form that adds one. */
export function WebhooksPage({ frame, webhooks, at, state, chosen, isSandboxOnly }: Props) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  const mayManage = may(frame, 'webhooks:manage');
  const form = { id: 'create', state };
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <p>
        <a href={pagePath(language, 'docs/webhooks')}>{words.docs}</a>
      </p>
      <ProblemSummary language={language} form={form} />
      {webhooks.length === 0 ? (
        <Empty text={mayManage ? words.empty : words.emptyViewer} />
      ) : (
        <ul class="records">
          {webhooks.map((webhook) => (
            <Webhook frame={frame} webhook={webhook} key={webhook.id} />
          ))}
        </ul>
      )}
      <Pager at={at} language={language} href={(page) => dashboardPath(frame, 'webhooks', { page: String(page) })} />
      {mayManage ? (
        <section class="card" aria-labelledby="create-title">
          <h2 id="create-title">{words.create}</h2>
          <PostForm id={form.id} action={dashboardPath(frame, 'webhooks')} csrf={frame.csrf}>
            <TextField
              form={form}
              language={language}
              name="url"
              label={words.url}
              hint={words.urlHint}
              maxLength={2048}
              isCode
            />
            <EventBoxes form={form} chosen={chosen} language={language} />
            <label class="check">
              <input type="checkbox" name="sandbox_only" checked={isSandboxOnly} />
              <span>{words.sandboxOnly}</span>
            </label>
            <button class="button">{words.create}</button>
          </PostForm>
        </section>
      ) : null}
    </DashboardPage>
  );
}

function Webhook({ frame, webhook }: { frame: DashboardFrame; webhook: WebhookEndpoint }) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={webhook.url} />
        </div>
        <Badges webhook={webhook} language={language} />
      </div>
      <dl class="record-facts">
        <Fact name={words.events}>{words.eventCount(formatNumber(webhook.events.length, language))}</Fact>
        <Fact name={words.created}>
          <When at={webhook.created_at} language={language} />
        </Fact>
      </dl>
      <p class="record-actions">
        <a class="button button-quiet button-small" href={dashboardPath(frame, `webhooks/${webhook.id}`)}>
          {words.open}
          <span class="visually-hidden">
            {' '}
            <ShownText text={webhook.url} />
          </span>
        </a>
      </p>
    </li>
  );
}
