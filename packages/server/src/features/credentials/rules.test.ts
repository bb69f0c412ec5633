import type { CredentialStatus } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { checkTransition, statusAt } from './rules.ts';

const END = new Date('2026-11-20T08:00:00.000Z');
const AFTER = new Date('2026-11-20T08:00:00.001Z');
const STAMP = new Date('2026-01-01T00:00:00Z');

describe('the status at an instant', () => {
  it.each([
    ['active', null, END, 'active'],
    ['active', null, AFTER, 'expired'],
    ['active', STAMP, AFTER, 'active'],
    ['suspended', null, END, 'suspended'],
    ['suspended', null, AFTER, 'suspended'],
    ['suspended', STAMP, AFTER, 'suspended'],
    ['revoked', null, AFTER, 'revoked'],
    ['revoked', STAMP, AFTER, 'revoked'],
  ] as const)('%s, stamped at %s, seen at %s: %s', (status, timestamp_at, now, expected) => {
    expect(statusAt({ status, timestamp_at, certificate_not_after: END }, now)).toBe(expected);
  });
});

describe('a change of status', () => {
  const cases: [CredentialStatus, Record<'active' | 'suspended' | 'revoked', string>][] = [
    ['active', { active: 'already', suspended: 'allowed', revoked: 'allowed' }],
    ['suspended', { active: 'allowed', suspended: 'already', revoked: 'allowed' }],
    ['revoked', { active: 'refused', suspended: 'refused', revoked: 'already' }],
    ['expired', { active: 'refused', suspended: 'refused', revoked: 'refused' }],
  ];

  it.each(cases)('from %s', (from, expected) => {
    const targets = ['active', 'suspended', 'revoked'] as const;
    expect(Object.fromEntries(targets.map((to) => [to, checkTransition(from, to)]))).toEqual(expected);
  });
});
