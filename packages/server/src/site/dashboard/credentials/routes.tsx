import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { TextArea } from '../../kit/components/fields.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { CredentialPage } from './credential-page.tsx';
import { CredentialsPage } from './page.tsx';
import { dashboardPath, type Done } from '../kit/frame.ts';
import { DASHBOARD } from '../kit/words.ts';
import { CREDENTIALS } from './words.ts';
import {
  assetGone,
  assetHeaders,
  changeBody,
  changeStatus,
  findCredential,
  listCredentials,
  openAsset,
  presentCredential,
  type CredentialServices,
  type StatusChange,
} from '../../../features/credentials/index.ts';
import { formState, orAbsent, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { pagingOf } from '../kit/paging.ts';
import { credentialRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** Credentials are listed, shown, downloaded, and their state is changed. */
export function credentialPages(dashboard: Dashboard): PageRoute[] {
  const read = { method: 'GET', permission: 'credentials:read' } as const;
  const one = 'credentials/{cid}';
  return [
    ...dashboardRoute(dashboard, { ...read, path: 'credentials', handler: (visit) => listPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...read, path: one, handler: (visit) => onePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...read, path: `${one}/asset`, handler: (visit) => sendAsset(dashboard, visit) }),
    ...STEPS.flatMap((step) => stepRoutes(dashboard, step)),
  ];
}

function servicesOf({ services: { db, clock, links, signing } }: Dashboard): CredentialServices {
  return { db, clock, links, blobs: signing.blobs };
}

async function listPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const { db, links, clock } = services;
  const paging = pagingOf(context.query);
  const { rows, total } = await listCredentials(db, viewerOf(member), paging);
  return privatePage(
    <CredentialsPage
      frame={frame}
      credentials={rows.map((row) => credentialRow(presentCredential(row, links, clock.now())))}
      at={{ page: paging.page, size: paging.limit, total }}
    />,
    context.language,
  );
}

async function getOwn({ services }: Dashboard, { context, member }: Visit) {
  const row = await findCredential(services.db, context.params['cid'] ?? '', viewerOf(member));
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

async function onePage(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { links, clock } = dashboard.services;
  const row = credentialRow(presentCredential(await getOwn(dashboard, visit), links, clock.now()));
  return privatePage(<CredentialPage frame={visit.frame} credential={row} />, visit.context.language);
}

/** A link of a browser cannot say which organization it is for in a header, so the route for programs will not do. */
async function sendAsset(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const row = await getOwn(dashboard, visit);
  if (row.status === 'revoked') throw assetGone();
  const body = await openAsset(servicesOf(dashboard), row, undefined);
  const { etag, ...headers } = assetHeaders(row);
  return {
    headers: {
      ...headers,
      etag,
      'accept-ranges': 'none',
      'content-type': row.media_type,
      'content-length': String(row.asset_size),
    },
    body,
  };
}

interface Step {
  name: 'revoke' | 'suspend' | 'resume';
  to: StatusChange['to'];
  done: Done;
  /** It cannot be taken back. */
  isFinal: boolean;
}

const STEPS: readonly Step[] = [
  { name: 'revoke', to: 'revoked', done: 'credential_revoked', isFinal: true },
  { name: 'suspend', to: 'suspended', done: 'credential_suspended', isFinal: false },
  { name: 'resume', to: 'active', done: 'credential_resumed', isFinal: false },
];

function stepRoutes(dashboard: Dashboard, step: Step): PageRoute[] {
  const route = { path: `credentials/{cid}/${step.name}`, permission: 'credentials:revoke' } as const;
  return [
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'GET',
      handler: (visit) => stepPage(dashboard, visit, { step, state: EMPTY_FORM }),
    }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      ...(step.isFinal
        ? {
            recent: 'always',
            refused: (visit, { status, problems }) =>
              stepPage(dashboard, visit, { step, state: typedAgain(visit, problems), status }),
          }
        : { recent: 'never' }),
      handler: (visit) => takeStep(dashboard, visit, step),
    }),
  ];
}

async function stepPage(
  dashboard: Dashboard,
  visit: Visit,
  { step, state, status = 200 }: { step: Step; state: FormState; status?: number },
): Promise<PageAnswer> {
  const { frame, context, member } = visit;
  const { language } = context;
  const { id } = await getOwn(dashboard, visit);
  const words = CREDENTIALS[language];
  const { title, text, button } = words.actions[step.name];
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={title}
      subject={<code>{id}</code>}
      text={text}
      action={dashboardPath(frame, `credentials/${id}/${step.name}`)}
      back={dashboardPath(frame, `credentials/${id}`)}
      button={button}
      isDanger={step.name !== 'resume'}
      state={state}
      asksPassword={step.isFinal && !member.isRecentlyAuthenticated}
    >
      <TextArea
        form={{ id: 'confirm', state }}
        language={language}
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        maxLength={500}
        isOptional
      />
    </ConfirmPage>,
    language,
    { status },
  );
}

function typedAgain({ context }: Visit, problems: FormState['problems']): FormState {
  return formState(typedValues(context.form, ['reason']), problems);
}

async function takeStep(dashboard: Dashboard, visit: Visit, step: Step): Promise<PageAnswer> {
  const { context, member, by, done } = visit;
  const { form, language } = context;
  const id = context.params['cid'] ?? '';
  const refuse = (status: number, problems: FormState['problems']): Promise<PageAnswer> =>
    stepPage(dashboard, visit, { step, state: typedAgain(visit, problems), status });
  const reason = orAbsent(form.get('reason'));
  const read = readForm(changeBody, reason === undefined ? {} : { reason }, language);
  if (read.kind === 'bad') return refuse(422, read.problems);
  const change = { id, viewer: viewerOf(member), to: step.to, reason: read.data?.reason ?? null, by };
  const outcome = await tryForm(
    () => changeStatus(servicesOf(dashboard), change),
    (error) => (error.code === 'CONFLICT' ? { field: '', text: DASHBOARD[language].refused.status } : null),
    language,
  );
  return outcome.kind === 'refused' ? refuse(outcome.status, outcome.problems) : done(`credentials/${id}`, step.done);
}
