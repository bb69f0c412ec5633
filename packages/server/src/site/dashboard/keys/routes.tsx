import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { DEFAULT_SCOPES, isScope, SCOPES, type Scope } from '../../../shared/scopes.ts';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { KeysPage } from './page.tsx';
import { NewKeyPage } from './new-key-page.tsx';
import { KEYS } from './words.ts';
import {
  findKey,
  isPowerful,
  issueKey,
  keyBody,
  listKeyPage,
  revokeKey,
  type CreatedKey,
} from '../../../features/api-keys/index.ts';
import { formState, orAbsent, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { explainRefusal, takeFactors } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { signCommand, verifyCommand } from '../kit/commands.ts';
import { pagingOf } from '../kit/paging.ts';
import { keyRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** Of what there is no route yet: a key may hold it, and it opens nothing. */
const WITHOUT_ROUTES: ReadonlySet<Scope> = new Set(['usage:read', 'webhooks:manage']);
/** What the form offers. */
export const OFFERED_SCOPES = Object.keys(SCOPES)
  .filter(isScope)
  .filter((scope) => !WITHOUT_ROUTES.has(scope));

/** Keys are listed, made and revoked. */
export function keyRoutes(dashboard: Dashboard): PageRoute[] {
  const list = { method: 'GET', path: 'keys', permission: 'keys:read' } as const;
  const create = { method: 'POST', path: 'keys', permission: 'keys:manage', recent: 'by_input' } as const;
  return [
    ...dashboardRoute(dashboard, { ...list, handler: (visit) => keysPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...create, handler: (visit) => createKey(dashboard, visit) }),
    ...revokeRoutes(dashboard),
  ];
}

interface Refused {
  state: FormState;
  scopes: ReadonlySet<string>;
  status: number;
  isRecentlyAuthenticated: boolean;
}

async function keysPage({ services }: Dashboard, visit: Visit, refused?: Refused): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { db } = services;
  const paging = pagingOf(context.query);
  const { rows, total } = await listKeyPage(db, member.organizationId, paging);
  return privatePage(
    <KeysPage
      frame={frame}
      keys={rows.map((row) => keyRow(row))}
      at={{ page: paging.page, size: paging.limit, total }}
      state={refused?.state ?? EMPTY_FORM}
      offered={OFFERED_SCOPES}
      scopes={refused?.scopes ?? new Set<string>(DEFAULT_SCOPES)}
      asksPassword={!(refused ?? member).isRecentlyAuthenticated}
    />,
    frame.shell.language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function createKey(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, member, frame } = visit;
  const { form, language } = context;
  const chosen = OFFERED_SCOPES.filter((scope) => form.has(`scopes.${scope}`));
  let { isRecentlyAuthenticated } = member;
  const refuse = (status: number, problems: FormState['problems']): Promise<PageAnswer> => {
    const state = formState(typedValues(form, ['name', 'mode', 'expires_on']), problems);
    return keysPage(dashboard, visit, { state, scopes: new Set<string>(chosen), status, isRecentlyAuthenticated });
  };
  const expiresOn = orAbsent(form.get('expires_on'));
  const read = readForm(
    keyBody,
    {
      name: form.get('name') ?? '',
      mode: form.get('mode') ?? 'test',
      scopes: chosen,
      ...(expiresOn === undefined ? {} : { expires_at: `${expiresOn}T00:00:00Z` }),
    },
    language,
  );
  if (read.kind === 'bad')
    return refuse(
      422,
      read.problems.map((problem) => asTyped(problem, visit)),
    );
  const outcome = await tryForm(
    async () => {
      if (isPowerful(read.data)) isRecentlyAuthenticated = await takeFactors(services, { ...visit, account: member });
      return issueKey(services.accounts, { ...member, isRecentlyAuthenticated }, read.data, visit.by);
    },
    (error) => explainRefusal(error, visit),
    language,
  );
  if (outcome.kind === 'refused') {
    return refuse(
      outcome.status,
      outcome.problems.map((problem) => asTyped(problem, visit)),
    );
  }
  return newKeyPage(dashboard, frame, outcome.value);
}

/** The form asks for a day, and its own sentence stands at the scopes. */
function asTyped(problem: FormState['problems'][number], { context }: Visit): FormState['problems'][number] {
  if (problem.field === 'expires_at') return { ...problem, field: 'expires_on' };
  if (problem.field === 'scopes') return { field: 'scopes', text: KEYS[context.language].scopesNeeded };
  return problem;
}

/** The only answer that shows the key: nobody stores it, and its address shows the list. */
function newKeyPage({ services }: Dashboard, frame: Visit['frame'], { row, key }: CreatedKey): PageAnswer {
  const origin = services.links.origin();
  const commands = {
    verify: row.scopes.includes('content:verify') ? verifyCommand(origin, key) : null,
    sign: row.scopes.includes('content:sign') ? signCommand(origin, key) : null,
  };
  return privatePage(
    <NewKeyPage frame={frame} name={row.name} secret={key} commands={commands} />,
    frame.shell.language,
    { status: 201, headers: { 'cache-control': 'no-store' } },
  );
}

function revokeRoutes(dashboard: Dashboard): PageRoute[] {
  const { db } = dashboard.services;
  const route = { path: 'keys/{kid}/revoke', permission: 'keys:manage' } as const;
  return [
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'GET',
      handler: async ({ context, member, frame }) => {
        const { language } = context;
        const words = KEYS[language];
        const row = await findKey(db, context.params['kid'] ?? '', member.organizationId);
        if (row === undefined) throw new AppError('NOT_FOUND');
        return privatePage(
          <ConfirmPage
            frame={frame}
            title={words.revokeTitle}
            subject={<ShownText text={`${row.name} (${row.prefix}…)`} />}
            text={row.revoked_at === null ? words.revokeText : words.revokeDone}
            action={dashboardPath(frame, `keys/${row.id}/revoke`)}
            back={dashboardPath(frame, 'keys')}
            button={words.revoke}
            state={EMPTY_FORM}
          />,
          language,
        );
      },
    }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'never',
      handler: async ({ context, member, by, done }) => {
        const id = context.params['kid'] ?? '';
        const { organizationId } = member;
        const row = await db.transaction().execute((trx) => revokeKey(trx, { id, organizationId, ...by }));
        if (row === undefined) throw new AppError('NOT_FOUND');
        return done('keys', 'key_revoked');
      },
    }),
  ];
}
