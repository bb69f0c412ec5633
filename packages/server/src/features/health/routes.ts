import { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { statusRoute } from './status-route.ts';
import { PROGRAM_VERSION } from '../../shared/version.ts';
import type { Health } from './open-health.ts';

const check = z.object({ ok: z.boolean(), detail: z.string() });

const readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    checked_at: z.string().describe('When it was measured: at most every two seconds, and the same for all who ask'),
    checks: z.object({ database: check, uploads: check, storage: check, analysis: check, trust: check }),
  })
  .meta({ id: 'Readiness' });

/** Routes for load balancers and operators, and what customers ask about. */
export function healthRoutes(health: Health): Route[] {
  return [
    statusRoute(health),
    defineRoute({
      method: 'GET',
      path: '/health',
      operationId: 'getHealth',
      summary: 'Check whether the process is alive',
      description: 'Returns 200 as long as the process can respond.',
      tags: ['Service'],
      auth: { kind: 'none' },
      rateLimit: 'none',
      responses: {
        200: {
          description: 'Alive',
          schema: z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' }),
        },
      },
      errors: [],
      handler: () => ({ status: 200, body: { status: 'ok' as const, version: PROGRAM_VERSION } }),
    }),
    defineRoute({
      method: 'GET',
      path: '/ready',
      operationId: 'getReadiness',
      summary: 'Check whether the service is ready',
      description:
        'Checks the database, the upload folder, the store for signed files, the analysis threads and the age of the trust lists.',
      tags: ['Service'],
      auth: { kind: 'none' },
      rateLimit: 'none',
      responses: {
        200: { description: 'Ready', schema: readiness },
        503: { description: 'Not ready; the failing part says why', schema: readiness },
      },
      errors: [],
      handler: async () => {
        const body = await health.readiness();
        return body.status === 'ready' ? { status: 200, body } : { status: 503, body };
      },
    }),
  ];
}
