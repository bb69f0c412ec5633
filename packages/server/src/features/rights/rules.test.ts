import { describe, expect, it } from 'vitest';
import { fateOf } from './rules.ts';

describe('what becomes of an organization when an account is deleted', () => {
  it.each([
    ['owner', 1, 1, 'closes'],
    ['viewer', 1, 0, 'closes'],
    ['owner', 2, 1, 'needs_owner'],
    ['owner', 2, 2, 'stays'],
    ['admin', 2, 1, 'stays'],
    ['developer', 3, 1, 'stays'],
  ] as const)('%s of %i members, %i of them owners: %s', (role, members, owners, fate) => {
    expect(fateOf({ role, members, owners })).toBe(fate);
  });
});
