import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRole, can, PERMISSIONS, ROLES, type Permission } from './permissions.ts';

const permissions = Object.keys(PERMISSIONS).filter((name): name is Permission => Object.hasOwn(PERMISSIONS, name));

/** By hand, so that a change of the table is seen twice: who may (o a b d v), does it write, does it need a verified address. */
const EXPECTED: Record<Permission, string> = {
  'organization:read': 'oabdv',
  'organization:update': 'oa writes',
  'organization:close': 'o writes',
  'members:read': 'oabdv',
  'members:manage': 'oa writes verified',
  'keys:read': 'oad',
  'keys:manage': 'oad writes verified',
  'webhooks:read': 'oad',
  'webhooks:manage': 'oad writes verified',
  'content:sign': 'oad writes verified',
  'jobs:read': 'oabdv',
  'credentials:read': 'oabdv',
  'credentials:revoke': 'oad writes',
  'usage:read': 'oabdv',
  'subscription:read': 'oabdv',
  'billing:read': 'oab',
  'billing:pay': 'oab verified',
  'billing:write': 'oab writes',
  'billing:cancel': 'oa writes',
  'billing:refund': 'ob writes',
  'audit:read': 'oa',
};

describe('the table of permissions', () => {
  it('says what was decided, and nothing else', () => {
    const table = permissions.map((permission) => {
      const { writes, verified } = PERMISSIONS[permission];
      const who = ROLES.filter((role) => can(role, permission)).map((role) => role.charAt(0));
      return [permission, `${who.join('')}${writes ? ' writes' : ''}${verified ? ' verified' : ''}`];
    });
    expect(Object.fromEntries(table)).toEqual(EXPECTED);
  });

  it('owners may do everything; whoever may change something may be expected to see it', () => {
    for (const permission of permissions) expect([permission, can('owner', permission)]).toEqual([permission, true]);
    for (const role of ROLES) {
      expect(can(role, 'keys:manage') && !can(role, 'keys:read')).toBe(false);
      expect(can(role, 'members:manage') && !can(role, 'members:read')).toBe(false);
      expect(can(role, 'credentials:revoke') && !can(role, 'credentials:read')).toBe(false);
    }
  });

  it.each(['', 'Owner', 'root', 'toString', '__proto__'])('has no role %j', (text) => {
    expect(isRole(text)).toBe(false);
  });
});

describe('docs/permissions.md', () => {
  it('has the table as it is', () => {
    const file = new URL('../../../../docs/permissions.md', import.meta.url);
    const head = `| Permission | What | ${ROLES.join(' | ')} | Verified address | While suspended |`;
    const rows = permissions.map((permission) => {
      const { about, verified, writes } = PERMISSIONS[permission];
      const cells = ROLES.map((role) => (can(role, permission) ? 'yes' : ''));
      return `| \`${permission}\` | ${about.en} | ${cells.join(' | ')} | ${verified ? 'needed' : ''} | ${writes ? '' : 'yes'} |`;
    });
    const rule = head.replaceAll(/[^|]+/g, ' --- ');
    expect(readFileSync(file, 'utf8').match(/^\|.*\|$/gm)).toEqual([head, rule, ...rows]);
  });
});
