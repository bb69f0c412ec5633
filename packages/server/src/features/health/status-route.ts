import { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { COMPONENT_STATES, COMPONENTS } from '../../shared/components.ts';
import { incidentSchema } from '../incidents/index.ts';
import type { Health } from './open-health.ts';

const samples = z.int().describe('Samples of five minutes');
const day = z.object({
  day: z.string().describe('YYYY-MM-DD, in UTC'),
  works: samples,
  reduced: samples,
  fails: samples,
});

const statusSchema = z
  .object({
    is_ready: z.boolean().describe('As `/ready` answers'),
    checked_at: z.string(),
    components: z.array(
      z.object({
        component: z.enum(COMPONENTS),
        state: z.enum(COMPONENT_STATES).describe('Now; `reduced`: it works, but late or not in full'),
        days: z
          .array(day)
          .nullable()
          .describe(
            'The last 90 days, the oldest first; a day without samples has no record. Null: cannot be read now',
          ),
      }),
    ),
    incidents: z
      .array(incidentSchema)
      .nullable()
      .describe('Of the last 90 days, and all that are not resolved; newest first. Null: cannot be read now'),
  })
  .meta({ id: 'ServiceStatus' });

/** What the status page shows, for programs. */
export function statusRoute(health: Pick<Health, 'status' | 'history' | 'incidents'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/status',
    operationId: 'getStatus',
    summary: 'Get the status of the service',
    description:
      'How verifying, signing, the site and webhooks are now, what was recorded of the last 90 days, and the incidents that the operator has published. Nothing is estimated: a day that nothing was recorded on has no samples.',
    tags: ['Service'],
    auth: { kind: 'none' },
    rateLimit: 'none',
    responses: {
      200: { description: 'The status', schema: statusSchema },
      503: { description: 'The same, while the service is not ready', schema: statusSchema },
    },
    errors: [],
    handler: async () => {
      const [status, history, incidents] = await Promise.all([health.status(), health.history(), health.incidents()]);
      const body = {
        is_ready: status.isReady,
        checked_at: status.checkedAt,
        components: COMPONENTS.map((component) => ({
          component,
          state: status.components[component],
          days: history === null ? null : [...history[component]],
        })),
        incidents: incidents === null ? null : [...incidents],
      };
      return status.isReady ? { status: 200, body } : { status: 503, body };
    },
  });
}
