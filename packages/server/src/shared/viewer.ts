import type { ApiKeyPrincipal, MemberPrincipal } from './principal.ts';

/** The objects that a caller may reach. Queries take it whole, so that none filters by the organization and forgets the rest. */
export interface Viewer {
  readonly organizationId: string;
  /** A test key sees and changes only what was made in the sandbox; nothing else exists for it. */
  readonly sandboxOnly: boolean;
}

export function viewerOf(principal: ApiKeyPrincipal | MemberPrincipal): Viewer {
  const { organizationId } = principal;
  return { organizationId, sandboxOnly: principal.kind === 'api_key' && principal.mode === 'test' };
}
