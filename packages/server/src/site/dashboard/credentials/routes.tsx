import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { TextArea } from '../../kit/components/fields.tsx';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { credentialFilterOf } from './filter.ts';
import { CredentialPage } from './credential-page.tsx';
import { CredentialsPage } from './page.tsx';
import type { Done } from '../kit/frame.ts';
import { DASHBOARD } from '../kit/words.ts';
import { CREDENTIALS } from './words.ts';
import {
  allowDownload,
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
import { listPreviewed } from '../../../features/jobs/index.ts';
import { orAbsent } from '../../kit/read-form.ts';
import { NO_INPUT } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { pagingOf } from '../kit/paging.ts';
import { credentialRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** Credentials are listed, shown and downloaded, and their status is changed. */
export function credentialPages(dashboard: Dashboard): PageRoute[] {
  const read = { method: 'GET', permission: 'credentials:read' } as const;
  const one = 'credentials/{cid}';
  return [
    ...dashboardRoute(dashboard, { ...read, path: 'credentials', handler: (visit) => listPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...read, path: one, handler: (visit) => onePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...read, path: `${one}/asset`, handler: (visit) => sendAsset(dashboard, visit) }),
    ...ACTIONS.flatMap((action) => stepRoutes(dashboard, action)),
    ...downloadStep(dashboard, 'allow'),
    ...downloadStep(dashboard, 'forbid'),
  ];
}

function servicesOf({ services: { db, clock, links, signing } }: Dashboard): CredentialServices {
  return { db, clock, links, blobs: signing.blobs };
}

async function listPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const { db, links, clock } = services;
  const paging = pagingOf(context.query);
  const { state, filter } = credentialFilterOf({ context });
  const { rows, total } =
    filter === null
      ? { rows: [], total: 0 }
      : await listCredentials(db, viewerOf(member), { ...paging, filter, now: clock.now() });
  const previewed = await listPreviewed(
    db,
    rows.map(({ job_id }) => job_id),
  );
  return privatePage(
    <CredentialsPage
      frame={frame}
      credentials={rows.map((row) =>
        credentialRow(presentCredential(row, links, clock.now()), previewed.has(row.job_id) ? row.job_id : null),
      )}
      at={{ page: filter === null ? 1 : paging.page, size: paging.limit, total }}
      state={state}
    />,
    context.language,
    filter === null ? { status: 422 } : {},
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

/** A browser's link cannot name the organization in a header, so the route for programs does not work here. */
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

interface Action {
  name: 'revoke' | 'suspend' | 'resume';
  to: StatusChange['to'];
  done: Done;
  /** It cannot be undone. */
  isFinal: boolean;
}

const ACTIONS: readonly Action[] = [
  { name: 'revoke', to: 'revoked', done: 'credential_revoked', isFinal: true },
  { name: 'suspend', to: 'suspended', done: 'credential_suspended', isFinal: false },
  { name: 'resume', to: 'active', done: 'credential_resumed', isFinal: false },
];

function stepRoutes(dashboard: Dashboard, { name, to, done: word, isFinal }: Action): PageRoute[] {
  return confirmStep(dashboard, {
    path: `credentials/{cid}/${name}`,
    back: 'credentials/{cid}',
    permission: 'credentials:revoke',
    recent: isFinal ? 'always' : 'never',
    fields: ['reason'],
    schema: changeBody,
    input: (form) => {
      const reason = orAbsent(form.get('reason'));
      return reason === undefined ? {} : { reason };
    },
    explain: ({ code }, { context }) =>
      code === 'CONFLICT' ? { field: '', text: DASHBOARD[context.language].refused.status } : null,
    run: async (change, { context, member, by, done }) => {
      const id = context.params['cid'] ?? '';
      const reason = change?.reason ?? null;
      await changeStatus(servicesOf(dashboard), { id, viewer: viewerOf(member), to, reason, by });
      return done(`credentials/${id}`, word);
    },
    describe: async (visit, form) => {
      const { language } = visit.context;
      const { id } = await getOwn(dashboard, visit);
      const words = CREDENTIALS[language];
      return {
        ...words.actions[name],
        subject: <code>{id}</code>,
        isDanger: name !== 'resume',
        asks: (
          <TextArea
            form={form}
            language={language}
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            maxLength={500}
            isOptional
          />
        ),
      };
    },
  });
}

/** Allows or forbids everyone to download the signed file. */
function downloadStep(dashboard: Dashboard, step: 'allow' | 'forbid'): PageRoute[] {
  const isAllowed = step === 'allow';
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: `credentials/{cid}/${step}-download`,
    back: 'credentials/{cid}',
    permission: 'credentials:revoke',
    // Copies that people take cannot be taken back.
    recent: isAllowed ? 'always' : 'never',
    explain: ({ code }, { context }) =>
      code === 'CONFLICT' ? { field: '', text: DASHBOARD[context.language].refused.status } : null,
    run: async (_, { context, member, by, done }) => {
      const id = context.params['cid'] ?? '';
      await allowDownload(servicesOf(dashboard), { id, viewer: viewerOf(member), isAllowed, by });
      return done(`credentials/${id}`, isAllowed ? 'download_allowed' : 'download_forbidden');
    },
    describe: async (visit) => {
      const { id } = await getOwn(dashboard, visit);
      const words = CREDENTIALS[visit.context.language].publicDownload[step];
      return { ...words, subject: <code>{id}</code>, isDanger: isAllowed };
    },
  });
}
