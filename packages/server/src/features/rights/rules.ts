import type { HeldMembership } from './queries/forget.ts';

/** What becomes of an organization when a member's account is deleted. */
export type Fate =
  /** Nobody else is in it. */
  | 'closes'
  /** Others are in it, and one of them is an owner. */
  | 'stays'
  /** Others are in it, and none of them could act for it. */
  | 'needs_owner';

export function fateOf({ role, members, owners }: Pick<HeldMembership, 'role' | 'members' | 'owners'>): Fate {
  if (members < 2) return 'closes';
  return role === 'owner' && owners < 2 ? 'needs_owner' : 'stays';
}
