import { AppError } from '../../../shared/app-error.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { viewerOf } from '../../../shared/viewer.ts';

/** Routes over money that only look. */
export const READS_MONEY = { kind: 'key_or_member', scope: 'billing:read', permission: 'billing:read' } as const;

/**
 * The organization whose money a caller may see.
 * @throws {AppError} BILLING_PERMISSION_REQUIRED for a key of the sandbox, where there is no money
 */
export function payerOf(principal: ApiKeyPrincipal | MemberPrincipal): string {
  const { organizationId, sandboxOnly } = viewerOf(principal);
  if (sandboxOnly) throw new AppError('BILLING_PERMISSION_REQUIRED');
  return organizationId;
}
