import type { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { listLimits, planOf, replaceTerms } from '../billing/plans/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { adminLimitsSchema, limitsBody, organizationParams, type AdminLimits } from './schemas.ts';
import type { AdminServices } from './services.ts';
import type { AdminActor } from './change-suspension.ts';
import { auditedBy } from '../audit/index.ts';

const BASICS = {
  path: '/v1/admin/organizations/{org_id}/limits',
  tags: ['Administration'],
  auth: { kind: 'administrator' },
  rateLimit: 'api',
  params: organizationParams,
} as const;

/** What an organization may use: the operator's limits, and its plan. */
export function limitRoutes(services: AdminServices): Route[] {
  return [getLimits(services), replaceLimits(services)];
}

function getLimits(services: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    operationId: 'getOrganizationLimits',
    summary: 'Get the limits and the plan of an organization',
    description:
      'The plan that the organization is on, and the limits that the operator has set whatever that plan includes.',
    responses: { 200: { description: 'The limits', schema: adminLimitsSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params }) => {
      const isKnown =
        isId('organization', params.org_id) && (await findOrganization(services.db, params.org_id)) !== undefined;
      if (!isKnown) throw new AppError('NOT_FOUND');
      return { status: 200, body: await readLimits(services, params.org_id) };
    },
  });
}

function replaceLimits(services: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'PUT',
    operationId: 'replaceOrganizationLimits',
    summary: 'Set the limits and the plan of an organization',
    description:
      'Replaces all limits of the organization, and puts it on a plan if one is named. Both take effect at once; limits for the period that is under way. What is already so changes nothing. Each change is in the audit log of the organization.',
    body: limitsBody,
    responses: { 200: { description: 'The limits as they are now', schema: adminLimitsSchema } },
    errors: ['NOT_FOUND', 'PLAN_NOT_AVAILABLE'],
    handler: async ({ params, body, ...context }) => {
      await changeLimits(services.db, params.org_id, body, auditedBy(context));
      return { status: 200, body: await readLimits(services, params.org_id) };
    },
  });
}

/**
 * Replaces the limits of an organization, and its plan if one is named.
 *
 * @throws {AppError} NOT_FOUND, PLAN_NOT_AVAILABLE
 */
export async function changeLimits(
  db: AdminServices['db'],
  organizationId: string,
  { plan, limits }: z.output<typeof limitsBody>,
  by: AdminActor,
): Promise<void> {
  if (!isId('organization', organizationId)) throw new AppError('NOT_FOUND');
  const outcome = await replaceTerms(db, { organizationId, plan, limits }, by);
  if (outcome === 'no_organization') throw new AppError('NOT_FOUND');
  if (outcome === 'no_plan') throw new AppError('PLAN_NOT_AVAILABLE');
}

/** For an organization that exists. */
export async function readLimits({ db, quotaBasis }: AdminServices, organizationId: string): Promise<AdminLimits> {
  const { code, version, started_at: startedAt } = await planOf(db, organizationId, quotaBasis);
  const limits = await listLimits(db, organizationId);
  return {
    organization_id: organizationId,
    plan: { code, version, started_at: startedAt?.toISOString() ?? null },
    limits: limits.map(({ operation, included, changed_at }) => ({
      operation,
      included,
      changed_at: changed_at.toISOString(),
    })),
  };
}
