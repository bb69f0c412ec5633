import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { changeBody, findAnyCredential, revokeAny, statusAt } from '../../../features/credentials/index.ts';
import { AppError, hasCode } from '../../../shared/app-error.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { formState, orAbsent } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { ReasonField, adminStep } from '../kit/step-routes.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminCredentialsPage, CredentialFacts, type AdminCredentialRow } from './page.tsx';
import { ADMIN_CREDENTIALS } from './words.ts';

const tab = 'credentials';

/** Revoking a credential that its organization cannot or will not revoke. */
export function adminCredentialPages(admin: AdminSite): PageRoute[] {
  const { services } = admin;
  return [
    ...adminRoute(admin, { method: 'GET', path: tab, tab, handler: (visit) => searchPage(admin, visit) }),
    ...adminStep(admin, {
      tab,
      back: tab,
      path: 'credentials/{cid}/revoke',
      schema: changeBody,
      fields: ['reason'],
      input: (form) => ({ reason: orAbsent(form.get('reason')) }),
      explain: (error, { context }) =>
        hasCode(error, 'CONFLICT') ? { field: '', text: DASHBOARD[context.language].refused.status } : null,
      run: async (given, visit) => {
        const id = idOf(visit);
        await revokeAny(services, { id, reason: given?.reason ?? null }, visit.by);
        return visit.done(tab, 'credential_revoked', { id });
      },
      describe: async (visit, form) => {
        const words = ADMIN_CREDENTIALS[visit.context.language];
        const credential = await find(admin, idOf(visit));
        if (credential === null) throw new AppError('NOT_FOUND');
        return {
          words: words.revoke,
          subject: <code>{credential.id}</code>,
          isDanger: true,
          about: <CredentialFacts frame={visit.frame} credential={credential} />,
          asks: <ReasonField form={form} visit={visit} hint={words.reasonHint} isOptional />,
        };
      },
    }),
  ];
}

function idOf({ context }: AdminVisit): string {
  return context.params['cid'] ?? '';
}

async function find({ services: { db, clock } }: AdminSite, id: string): Promise<AdminCredentialRow | null> {
  const row = await findAnyCredential(db, id);
  if (row === undefined) return null;
  return {
    id: row.id,
    status: statusAt(row, clock.now()),
    organization: { id: row.organization_id, name: row.organization_name },
    identity: row.service_identity,
    mediaType: row.media_type,
    isSandbox: row.sandbox,
    signedAt: row.created_at.toISOString(),
  };
}

async function searchPage(admin: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const typed = query.get('id') ?? '';
  const id = typed.trim();
  const credential = id === '' ? undefined : await find(admin, id);
  const state = formState({ id: typed }, []);
  return privatePage(<AdminCredentialsPage frame={frame} state={state} credential={credential} />, language);
}
