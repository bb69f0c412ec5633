import type { ApiKeyPrincipal, MemberPrincipal } from './principal.ts';

/** Whose things a caller may reach. Queries take it whole, so that none asks for the organization and forgets the rest. */
export interface Viewer {
  readonly organizationId: string;
  /** A test key sees and touches what was made in the sandbox; all else does not exist for it. */
  readonly sandboxOnly: boolean;
}

export function viewerOf(principal: ApiKeyPrincipal | MemberPrincipal): Viewer {
  const { organizationId } = principal;
  return { organizationId, sandboxOnly: principal.kind === 'api_key' && principal.mode === 'test' };
}
