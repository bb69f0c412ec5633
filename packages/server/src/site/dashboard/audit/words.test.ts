import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../shared/audit-actions.ts';
import { AUDIT_EN } from './words.en.ts';
import { AUDIT_ZH_CN } from './words.zh-cn.ts';

describe.each([
  ['English', AUDIT_EN.actions],
  ['Chinese', AUDIT_ZH_CN.actions],
])('the audit log in %s', (_language, words) => {
  it('has words of its own for every action that can be written, and for no other', () => {
    expect(Object.keys(words).toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
    expect(new Set(Object.values(words)).size).toBe(AUDIT_ACTIONS.length);
    expect(Object.values(words).every((text) => text.trim() !== '')).toBe(true);
  });
});
