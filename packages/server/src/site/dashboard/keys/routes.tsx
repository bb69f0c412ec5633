import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { DEFAULT_SCOPES, isScope, SCOPES, type Scope } from '../../../shared/scopes.ts';
import type { FormFields } from '../../../http/form-fields.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { NO_INPUT, UNTOUCHED, type ShownForm } from '../../kit/form-page.ts';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { dashboardForm } from '../kit/form.ts';
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
import { orAbsent } from '../../kit/read-form.ts';
import { takeFactors } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { signCommand, verifyCommand } from '../kit/commands.ts';
import { pagingOf } from '../kit/paging.ts';
import { keyRow } from '../kit/present.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';

/** The scopes that the form offers. */
export const OFFERED_SCOPES = Object.keys(SCOPES).filter(isScope);

/** Keys are listed, created and revoked. */
export function keyRoutes(dashboard: Dashboard): PageRoute[] {
  const { services } = dashboard;
  return [
    ...dashboardForm(dashboard, {
      path: 'keys',
      permission: { page: 'keys:read', form: 'keys:manage' },
      recent: 'by_input',
      fields: ['name', 'mode', 'expires_on'],
      schema: keyBody,
      input: keyInput,
      place: placeProblem,
      run: async (request, visit) => {
        const { member, by, frame } = visit;
        const isRecentlyAuthenticated = isPowerful(request)
          ? await takeFactors(services, { ...visit, account: member })
          : member.isRecentlyAuthenticated;
        const created = await issueKey(services.accounts, { ...member, isRecentlyAuthenticated }, request, by);
        return newKeyPage(dashboard, frame, created);
      },
      page: (visit, shown) => keysPage(dashboard, visit, shown),
    }),
    ...confirmStep(dashboard, {
      path: 'keys/{kid}/revoke',
      back: 'keys',
      permission: 'keys:manage',
      recent: 'never',
      ...NO_INPUT,
      run: async (_, { context, member, by, done }) => {
        const id = context.params['kid'] ?? '';
        const { organizationId } = member;
        const row = await services.db.transaction().execute((trx) => revokeKey(trx, { id, organizationId, ...by }));
        if (row === undefined) throw new AppError('NOT_FOUND');
        return done('keys', 'key_revoked');
      },
      describe: async ({ context, member }) => {
        const words = KEYS[context.language];
        const row = await findKey(services.db, context.params['kid'] ?? '', member.organizationId);
        if (row === undefined) throw new AppError('NOT_FOUND');
        return {
          title: words.revokeTitle,
          subject: <ShownText text={`${row.name} (${row.prefix}…)`} />,
          text: row.revoked_at === null ? words.revokeText : words.revokeDone,
          button: words.revoke,
        };
      },
    }),
  ];
}

const chosenScopes = (form: FormFields): Scope[] => OFFERED_SCOPES.filter((scope) => form.has(`scopes.${scope}`));

/** The form asks for a day; the key expires at its start. */
function keyInput(form: FormFields): unknown {
  const day = orAbsent(form.get('expires_on'));
  return {
    name: form.get('name') ?? '',
    mode: form.get('mode') ?? 'test',
    scopes: chosenScopes(form),
    ...(day === undefined ? {} : { expires_at: `${day}T00:00:00Z` }),
  };
}

function placeProblem(problem: FormProblem, { context }: Visit): FormProblem {
  if (problem.field === 'expires_at') return { ...problem, field: 'expires_on' };
  if (problem.field === 'scopes') return { field: 'scopes', text: KEYS[context.language].scopesNeeded };
  return problem;
}

async function keysPage(
  { services }: Dashboard,
  { frame, member, context }: Visit,
  shown: ShownForm,
): Promise<PageAnswer> {
  const paging = pagingOf(context.query);
  const { rows, total } = await listKeyPage(services.db, member.organizationId, paging);
  return privatePage(
    <KeysPage
      frame={frame}
      keys={rows.map((row) => keyRow(row))}
      at={{ page: paging.page, size: paging.limit, total }}
      state={shown.state}
      offered={OFFERED_SCOPES}
      scopes={new Set<string>(shown === UNTOUCHED ? DEFAULT_SCOPES : chosenScopes(context.form))}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    frame.shell.language,
    shown.answer,
  );
}

/** The only page that ever shows the key; opening its address again shows the list. */
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
