import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import type { FormFields } from '../../../http/form-fields.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import {
  deleteIncident,
  findIncident,
  incidentBody,
  incidentUpdateBody,
  listIncidents,
  openIncident,
  presentIncident,
  updateIncident,
} from '../../../features/incidents/index.ts';
import { pagingOf } from '../../dashboard/kit/paging.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { NO_INPUT } from '../../kit/form-page.ts';
import { orAbsent } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { OperatorWords } from '../../status/incident-list.tsx';
import { incidentRow } from '../../status/routes.tsx';
import { adminStep } from '../kit/step-routes.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { NewIncidentFields, UpdateFields } from './fields.tsx';
import { AdminIncidentsPage } from './page.tsx';
import { ADMIN_INCIDENTS } from './words.ts';

const back = 'incidents';
const tab = 'incidents';

/** What the operator tells of failures. */
export function adminIncidentPages(admin: AdminSite): PageRoute[] {
  return [
    ...adminRoute(admin, { method: 'GET', path: back, tab, handler: (visit) => listPage(admin, visit) }),
    ...openPages(admin),
    ...updatePages(admin),
    ...deletePages(admin),
  ];
}

function openPages(admin: AdminSite): PageRoute[] {
  return adminStep(admin, {
    tab,
    back,
    path: 'incidents/new',
    schema: incidentBody,
    fields: ['component', 'title_en', 'title_zh', 'state', 'text_en', 'text_zh'],
    input: (form) => ({
      component: form.get('component'),
      title: textsOf(form, 'title'),
      state: form.get('state'),
      text: textsOf(form, 'text'),
    }),
    place: placed,
    run: async (data, visit) => {
      await openIncident(admin.services.db, data, visit.by);
      return visit.done(back, 'incident_opened');
    },
    describe: ({ context: { language } }, form) => ({
      words: ADMIN_INCIDENTS[language].steps.open,
      asks: (
        <>
          <NewIncidentFields form={form} language={language} />
          <UpdateFields form={form} language={language} />
        </>
      ),
    }),
  });
}

function updatePages(admin: AdminSite): PageRoute[] {
  return adminStep(admin, {
    tab,
    back,
    path: 'incidents/{incident_id}/update',
    schema: incidentUpdateBody,
    fields: ['state', 'text_en', 'text_zh'],
    input: (form) => ({ state: form.get('state'), text: textsOf(form, 'text') }),
    place: placed,
    run: async (data, visit) => {
      const incident = await updateIncident(admin.services.db, idOf(visit), data, visit.by);
      if (incident === undefined) throw new AppError('NOT_FOUND');
      return visit.done(back, 'incident_updated');
    },
    describe: async (visit, form) => {
      const { language } = visit.context;
      return {
        words: ADMIN_INCIDENTS[language].steps.update,
        subject: await subjectOf(admin, visit),
        asks: <UpdateFields form={form} language={language} />,
      };
    },
  });
}

function deletePages(admin: AdminSite): PageRoute[] {
  return adminStep(admin, {
    tab,
    back,
    path: 'incidents/{incident_id}/delete',
    ...NO_INPUT,
    run: async (_, visit) => {
      if (!(await deleteIncident(admin.services.db, idOf(visit), visit.by))) throw new AppError('NOT_FOUND');
      return visit.done(back, 'incident_deleted');
    },
    describe: async (visit) => ({
      words: ADMIN_INCIDENTS[visit.context.language].steps.delete,
      subject: await subjectOf(admin, visit),
      isDanger: true,
    }),
  });
}

function textsOf(form: FormFields, name: string): unknown {
  return { en: orAbsent(form.get(`${name}_en`)), 'zh-CN': orAbsent(form.get(`${name}_zh`)) };
}

/** What is wrong with a text is said at the field of its first language. */
function placed(problem: FormProblem): FormProblem {
  return ['title', 'text'].includes(problem.field) ? { ...problem, field: `${problem.field}_en` } : problem;
}

function idOf({ context }: AdminVisit): string {
  return context.params['incident_id'] ?? '';
}

async function subjectOf({ services }: AdminSite, visit: AdminVisit) {
  const id = idOf(visit);
  const incident = isId('incident', id) ? await findIncident(services.db, id) : undefined;
  if (incident === undefined) throw new AppError('NOT_FOUND');
  return <OperatorWords text={presentIncident(incident).title} language={visit.context.language} />;
}

async function listPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const paging = pagingOf(context.query);
  const { rows, total } = await listIncidents(services.db, paging);
  const incidents = rows.map((row) => incidentRow(presentIncident(row)));
  const at = { page: paging.page, size: paging.limit, total };
  return privatePage(<AdminIncidentsPage frame={frame} incidents={incidents} at={at} />, context.language);
}
