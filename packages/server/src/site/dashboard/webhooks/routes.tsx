import type { FormFields } from '../../../http/form-fields.ts';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import {
  askingOf,
  changeWebhook,
  createWebhook,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  presentDelivery,
  presentEndpoint,
  redeliver,
  sendTest,
  webhookBody,
  webhookChangeBody,
  type WithSecret,
} from '../../../features/webhooks/index.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { NO_INPUT, UNTOUCHED, type ShownForm } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForm, dashboardForms, sentForm, type SentForm } from '../kit/form.ts';
import { pagingOf } from '../kit/paging.ts';
import { askerOf, type Dashboard, type Visit } from '../kit/visit.ts';
import { DEFAULT_EVENTS, OFFERED_EVENTS } from './event-boxes.tsx';
import { WebhooksPage } from './page.tsx';
import { SecretPage } from './secret-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WEBHOOKS } from './words.ts';

const ONE = 'webhooks/{whid}';
const PERMISSION = { page: 'webhooks:read', form: 'webhooks:manage' } as const;

/** Webhooks are listed and added; each has a page with its deliveries and what can be done with it. */
export function webhookPages(dashboard: Dashboard): PageRoute[] {
  return [...listForm(dashboard), ...webhookForms(dashboard)];
}

function listForm(dashboard: Dashboard): PageRoute[] {
  const { webhooks } = dashboard.services;
  return dashboardForm(dashboard, {
    path: 'webhooks',
    permission: PERMISSION,
    recent: 'never',
    fields: ['url', 'sandbox_only'],
    schema: webhookBody,
    input: (form) => ({
      url: form.get('url')?.trim() ?? '',
      events: chosenEvents(form),
      sandbox_only: form.has('sandbox_only'),
    }),
    place: placeProblem,
    run: async (request, visit) => secretPage(visit, await createWebhook(webhooks, request, askingOf(askerOf(visit)))),
    page: (visit, shown) => listPage(dashboard, visit, shown),
  });
}

function webhookForms(dashboard: Dashboard): PageRoute[] {
  const { webhooks } = dashboard.services;
  const button = (run: (visit: Visit, id: string) => Promise<PageAnswer>): SentForm =>
    sentForm({
      ...NO_INPUT,
      run: (_, visit) => run(visit, idOf(visit)),
      page: (visit, shown) => onePage(dashboard, visit, shown),
    });
  const change = sentForm({
    fields: ['url'],
    schema: webhookChangeBody,
    input: (form) => ({ url: form.get('url')?.trim() ?? '', events: chosenEvents(form) }),
    place: placeProblem,
    run: async (request, visit) => {
      await changeWebhook(webhooks, idOf(visit), request, askingOf(askerOf(visit)));
      return visit.done(`webhooks/${idOf(visit)}`, 'webhook_saved');
    },
    page: (visit, shown) => onePage(dashboard, visit, shown),
  });
  const buttons: Readonly<Record<string, SentForm>> = {
    test: button(async (visit, id) => {
      await sendTest(webhooks, id, askingOf(askerOf(visit)));
      return visit.done(`webhooks/${id}`, 'webhook_tested');
    }),
    enable: button(async (visit, id) => {
      await changeWebhook(webhooks, id, { enabled: true }, askingOf(askerOf(visit)));
      return visit.done(`webhooks/${id}`, 'webhook_enabled');
    }),
    disable: button(async (visit, id) => {
      await changeWebhook(webhooks, id, { enabled: false }, askingOf(askerOf(visit)));
      return visit.done(`webhooks/${id}`, 'webhook_disabled');
    }),
    redeliver: button(async (visit, whid) => {
      await redeliver(webhooks, { whid, id: visit.context.form.get('event') ?? '' }, askingOf(askerOf(visit)));
      return visit.done(`webhooks/${whid}`, 'webhook_redelivered');
    }),
  };
  return dashboardForms(dashboard, {
    path: ONE,
    permission: PERMISSION,
    recent: 'never',
    page: (visit) => onePage(dashboard, visit, UNTOUCHED),
    choose: ({ context }) => {
      const action = context.form.get('action') ?? '';
      return (Object.hasOwn(buttons, action) ? buttons[action] : undefined) ?? change;
    },
  });
}

export function idOf({ context }: Visit): string {
  return context.params['whid'] ?? '';
}

const chosenEvents = (form: FormFields) => OFFERED_EVENTS.filter((type) => form.has(`events.${type}`));

function placeProblem(problem: FormProblem, { context }: Visit): FormProblem {
  return problem.field === 'events' ? { field: 'events', text: WEBHOOKS[context.language].eventsNeeded } : problem;
}

/** The only page that ever shows the secret; opening its address again shows the list. */
export function secretPage({ frame }: Visit, { row, secret }: WithSecret): PageAnswer {
  const page = <SecretPage frame={frame} id={row.id} url={row.url} secret={secret} />;
  return privatePage(page, frame.shell.language, { status: 201, headers: { 'cache-control': 'no-store' } });
}

async function listPage({ services }: Dashboard, visit: Visit, shown: ShownForm): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const paging = pagingOf(context.query);
  const { rows, total } = await listEndpoints(services.db, viewerOf(member), paging);
  const isNew = shown === UNTOUCHED;
  return privatePage(
    <WebhooksPage
      frame={frame}
      webhooks={rows.map(presentEndpoint)}
      at={{ page: paging.page, size: paging.limit, total }}
      state={shown.state}
      chosen={new Set<string>(isNew ? DEFAULT_EVENTS : chosenEvents(context.form))}
      isSandboxOnly={!isNew && context.form.has('sandbox_only')}
    />,
    frame.shell.language,
    shown.answer,
  );
}

/** @throws {AppError} NOT_FOUND */
export async function requireWebhook({ services }: Dashboard, visit: Visit) {
  const row = await findEndpoint(services.db, idOf(visit), viewerOf(visit.member));
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

async function onePage(dashboard: Dashboard, visit: Visit, shown: ShownForm): Promise<PageAnswer> {
  const { frame, context } = visit;
  const row = await requireWebhook(dashboard, visit);
  const paging = pagingOf(context.query);
  const { rows, total } = await listDeliveries(dashboard.services.db, row.id, paging);
  // Only the form that changes it has boxes; a refused button shows what is stored.
  const isChange = shown !== UNTOUCHED && context.form.get('action') === 'change';
  return privatePage(
    <WebhookPage
      frame={frame}
      webhook={presentEndpoint(row)}
      deliveries={rows.map(presentDelivery)}
      at={{ page: paging.page, size: paging.limit, total }}
      state={shown.state}
      chosen={new Set<string>(isChange ? chosenEvents(context.form) : row.events)}
    />,
    frame.shell.language,
    shown.answer,
  );
}
