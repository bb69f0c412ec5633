import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { auditedBy } from '../audit/index.ts';
import { deleteIncident } from './delete-incident.ts';
import { openIncident } from './open-incident.ts';
import { presentIncident } from './present.ts';
import { listIncidents } from './queries.ts';
import {
  incidentBody,
  incidentPageSchema,
  incidentParams,
  incidentSchema,
  incidentsQuery,
  incidentUpdateBody,
} from './schemas.ts';
import { updateIncident } from './update-incident.ts';

const INCIDENTS = '/v1/admin/incidents';
const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;

/** What the operator tells of failures; `GET /v1/status` and the status page show it to everybody. */
export function incidentRoutes(services: { db: Db }): Route[] {
  return [list(services), open(services), update(services), remove(services)];
}

function list({ db }: { db: Db }): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: INCIDENTS,
    operationId: 'listIncidents',
    summary: 'List incidents',
    description: 'All incidents that were published, newest first, with their last 50 updates.',
    query: incidentsQuery,
    responses: { 200: { description: 'The incidents', schema: incidentPageSchema } },
    errors: [],
    handler: async ({ query: pagination }) => {
      const { rows, total } = await listIncidents(db, pagination);
      return { status: 200, body: { data: rows.map(presentIncident), pagination, total } };
    },
  });
}

function open({ db }: { db: Db }): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: INCIDENTS,
    operationId: 'openIncident',
    summary: 'Publish an incident',
    description: 'Shows an incident with its first update on the status page, a few seconds later.',
    body: incidentBody,
    responses: { 201: { description: 'The incident', schema: incidentSchema } },
    errors: [],
    handler: async ({ body, ...context }) => ({
      status: 201,
      body: presentIncident(await openIncident(db, body, auditedBy(context))),
    }),
  });
}

function update({ db }: { db: Db }): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: `${INCIDENTS}/{incident_id}/updates`,
    operationId: 'updateIncident',
    summary: 'Update an incident',
    description: 'Adds what is known by now. An incident that was resolved may be taken up again.',
    params: incidentParams,
    body: incidentUpdateBody,
    responses: { 200: { description: 'The incident', schema: incidentSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, body, ...context }) => {
      const incident = await updateIncident(db, params.incident_id, body, auditedBy(context));
      if (incident === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, body: presentIncident(incident) };
    },
  });
}

function remove({ db }: { db: Db }): Route {
  return defineRoute({
    ...BASICS,
    method: 'DELETE',
    path: `${INCIDENTS}/{incident_id}`,
    operationId: 'deleteIncident',
    summary: 'Delete an incident',
    description:
      'Takes back an incident that was published by mistake, with its updates. One that is over is resolved instead.',
    params: incidentParams,
    responses: { 204: { description: 'The incident was deleted' } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, ...context }) => {
      if (!(await deleteIncident(db, params.incident_id, auditedBy(context)))) throw new AppError('NOT_FOUND');
      return { status: 204, body: undefined };
    },
  });
}
