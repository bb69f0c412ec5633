import { changeCharacter } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { hashApiKey, newApiKey, parseApiKey } from './api-key-format.ts';

describe('API keys', () => {
  it.each(['live', 'test'] as const)('a new %s key is read back', (mode) => {
    const created = newApiKey(mode);
    expect(created.key).toMatch(new RegExp(`^rv_${mode}_[0-9A-Za-z]{38}$`));
    expect(created.prefix).toBe(created.key.slice(0, 12));
    expect(created.sha256).toBe(hashApiKey(created.key));
    const { key, ...parsed } = created;
    expect(parseApiKey(key)).toEqual(parsed);
    expect(newApiKey(mode).key).not.toBe(key);
  });

  it('one wrong character anywhere breaks the checksum', () => {
    const { key } = newApiKey('live');
    for (let index = 'rv_live_'.length; index < key.length; index += 1) {
      expect(parseApiKey(changeCharacter(key, index))).toBeUndefined();
    }
    expect(parseApiKey(key.replace('rv_live_', 'rv_test_'))).toBeUndefined();
  });

  it.each(['', 'rv_live_', `rv_prod_${'a'.repeat(38)}`, `rv_live_${'a'.repeat(37)}`, `rv_live_${'-'.repeat(38)}`])(
    '%j is no key',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );

  it('a line break at the end is no key', () => {
    expect(parseApiKey(`${newApiKey('live').key}\n`)).toBeUndefined();
  });

  it('the checksum is stable', () => {
    // CRC-32 of the 40 characters before, computed with another implementation.
    const body = `rv_test_${'0'.repeat(32)}`;
    expect(parseApiKey(`${body}0L4S7P`)).toMatchObject({ mode: 'test', prefix: 'rv_test_0000' });
  });
});
