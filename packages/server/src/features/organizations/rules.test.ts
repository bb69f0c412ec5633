import { describe, expect, it } from 'vitest';
import { ROLES } from '../../shared/permissions.ts';
import { judgeInvitation, judgeRemoval, judgeRoleChange, type Judgement } from './rules.ts';

/** In the tables below, by initial. */
const JUDGEMENTS: Readonly<Record<string, Judgement>> = {
  '+': 'allowed',
  n: 'not_permitted',
  a: 'above_own_role',
  l: 'last_owner',
  p: 'personal_organization',
};

/** Reads the letters of one line, a column for each role from owner to viewer. */
function lineOf(letters: string): Judgement[] {
  return letters.split(' ').map((letter) => {
    const judgement = JUDGEMENTS[letter];
    if (judgement === undefined) throw new Error(`no judgement ${letter}`);
    return judgement;
  });
}

const NOBODY = 'n n n n n';

describe('who invites to which role', () => {
  // Columns: the role that the invitation gives.
  it.each([
    ['team', 'owner', '+ + + + +'],
    ['team', 'admin', 'a + + + +'],
    ['team', 'billing', NOBODY],
    ['team', 'developer', NOBODY],
    ['team', 'viewer', NOBODY],
    ['personal', 'owner', 'p p p p p'],
    ['personal', 'admin', 'a p p p p'],
    ['personal', 'billing', NOBODY],
    ['personal', 'developer', NOBODY],
    ['personal', 'viewer', NOBODY],
  ] as const)('%s, %s: %s', (kind, actor, line) => {
    expect(ROLES.map((role) => judgeInvitation(actor, role, kind))).toEqual(lineOf(line));
  });
});

describe('who changes whose role into which', () => {
  // Columns: the role afterwards.
  it.each([
    ['owner', 'owner', 1, '+ l l l l'],
    ['owner', 'owner', 2, '+ + + + +'],
    ['owner', 'admin', 1, '+ + + + +'],
    ['owner', 'billing', 1, '+ + + + +'],
    ['owner', 'developer', 1, '+ + + + +'],
    ['owner', 'viewer', 1, '+ + + + +'],
    ['admin', 'owner', 1, 'a a a a a'],
    ['admin', 'owner', 2, 'a a a a a'],
    ['admin', 'admin', 1, 'a + + + +'],
    ['admin', 'billing', 1, 'a + + + +'],
    ['admin', 'developer', 1, 'a + + + +'],
    ['admin', 'viewer', 1, 'a + + + +'],
    ...(['billing', 'developer', 'viewer'] as const).flatMap((actor) =>
      ROLES.map((target) => [actor, target, 2, NOBODY] as const),
    ),
  ] as const)('%s changes %s, of %d owners: %s', (actor, target, owners, line) => {
    expect(ROLES.map((to) => judgeRoleChange({ actor, target, to, owners }))).toEqual(lineOf(line));
  });
});

describe('who removes whom', () => {
  // Columns: the role of the one who is removed.
  it.each([
    ['owner', 1, 'l + + + +'],
    ['owner', 2, '+ + + + +'],
    ['admin', 1, 'a + + + +'],
    ['admin', 2, 'a + + + +'],
    ['billing', 2, NOBODY],
    ['developer', 2, NOBODY],
    ['viewer', 2, NOBODY],
  ] as const)('%s removes, of %d owners: %s', (actor, owners, line) => {
    const removals = ROLES.map((target) => judgeRemoval({ actor, target, isSelf: false, owners }));
    expect(removals).toEqual(lineOf(line));
  });

  it.each([
    [1, 'l + + + +'],
    [2, '+ + + + +'],
  ] as const)('everyone leaves, of %d owners: %s', (owners, line) => {
    const removals = ROLES.map((role) => judgeRemoval({ actor: role, target: role, isSelf: true, owners }));
    expect(removals).toEqual(lineOf(line));
  });
});
