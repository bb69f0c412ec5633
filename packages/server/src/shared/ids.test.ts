import { describe, expect, it } from 'vitest';
import { ID_PREFIXES, isId, newId, randomBase62, type IdKind } from './ids.ts';

const KINDS: IdKind[] = [
  'account',
  'session',
  'organization',
  'apiKey',
  'webhook',
  'event',
  'job',
  'credential',
  'order',
  'transaction',
  'subscription',
  'statement',
  'invoice',
  'refund',
  'subscriptionPeriod',
  'providerAccount',
  'providerPayment',
  'reconcileRun',
  'audit',
  'request',
  'invitation',
  'token',
  'mail',
  'incident',
];

describe('identifiers', () => {
  it('has one prefix for each kind, and the kinds of the list above are all', () => {
    expect(Object.keys(ID_PREFIXES)).toEqual(KINDS);
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
  });

  it.each(KINDS)('makes and recognises %s', (kind) => {
    const id = newId(kind);
    expect(id).toMatch(new RegExp(`^${ID_PREFIXES[kind]}_[0-9A-Za-z]{22}$`));
    expect(KINDS.filter((other) => isId(other, id))).toEqual([kind]);
  });

  it.each([
    '',
    'job_',
    'job_short',
    `job_${'a'.repeat(23)}`,
    `job_${'-'.repeat(22)}`,
    `key_${'a'.repeat(22)}`,
    `job_${'a'.repeat(22)}\n`,
  ])('does not take %j for a job', (text) => {
    expect(isId('job', text)).toBe(false);
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // Six standard deviations around 1000; a modulo bias would double eight of the counts' excess.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
  });

  it('does not repeat', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => newId('job'))).size).toBe(10_000);
  });
});
