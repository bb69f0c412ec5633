import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { KeptResults } from './kept-results.ts';

function counted() {
  const made: string[] = [];
  const kept = new KeptResults((bytes) => {
    made.push(Buffer.from(bytes).toString());
    return bytes;
  });
  return { made, of: (text: string) => kept.of(Buffer.from(text)) };
}

it('makes one result for the same bytes, from bytes of its own', () => {
  const { made, of } = counted();
  expect(of('one')).toBe(of('one'));
  of('other');
  expect(made).toEqual(['one', 'other']);
  const bytes = Buffer.from('mine');
  const kept = new KeptResults((own) => own);
  expect(kept.of(bytes)).not.toBe(bytes);
  bytes.fill(0);
  expect(Buffer.from(kept.of(Buffer.from('mine'))).toString()).toBe('mine');
});

it('keeps a result of null', () => {
  let times = 0;
  const kept = new KeptResults(() => {
    times += 1;
    return null;
  });
  kept.of(Buffer.from('a'));
  expect(kept.of(Buffer.from('a'))).toBeNull();
  expect(times).toBe(1);
});

it('drops the least recently used, and keeps no large input', () => {
  const { made, of } = counted();
  for (let i = 0; i < LIMITS.keptResults; i += 1) of(String(i));
  of('0');
  of('one more');
  const before = made.length;
  of('0');
  expect(made).toHaveLength(before);
  of('1');
  expect(made).toHaveLength(before + 1);
  const [fitting, large] = [LIMITS.keptInputBytes, LIMITS.keptInputBytes + 1].map((length) => 'x'.repeat(length));
  for (const text of [fitting ?? '', large ?? '']) {
    of(text);
    of(text);
  }
  expect(made.slice(before + 1)).toEqual([fitting, large, large]);
});
