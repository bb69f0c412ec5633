import type { RouteContext } from '../../http/route.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { actorOf } from '../audit/index.ts';
import type { Asking } from './manage.ts';

/** What every route of webhooks has in common. */
export const WEBHOOK_ROUTE = { tags: ['Webhooks'], rateLimit: 'api' } as const;
export const READING = { kind: 'key_or_member', scope: 'webhooks:manage', permission: 'webhooks:read' } as const;
export const MANAGING = { kind: 'key_or_member', scope: 'webhooks:manage', permission: 'webhooks:manage' } as const;
export const WEBHOOKS = '/v1/dashboard/webhooks';

type Caller = Pick<RouteContext, 'address' | 'requestId'> & { principal: ApiKeyPrincipal | MemberPrincipal };

export function askingOf({ principal, address, requestId }: Caller): Asking {
  return { viewer: viewerOf(principal), by: { actor: actorOf(principal), address, requestId } };
}
