import { describe, expect, it } from 'vitest';
import { readRecent, withRecent, type RecentFile } from './recent-files.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const file = (changes: Partial<RecentFile> = {}): RecentFile => ({
  id: 'job_1',
  name: 'a.jpg',
  status: 'verified',
  atMs: NOW_MS - 1000,
  ...changes,
});
const read = (stored: unknown) => readRecent(JSON.stringify(stored), NOW_MS, DAY_MS);

describe('readRecent', () => {
  it('gives back what was stored, while its result can be read', () => {
    expect(read([file(), file({ id: 'job_2', atMs: NOW_MS - DAY_MS + 1 })])).toHaveLength(2);
    expect(read([file({ atMs: NOW_MS - DAY_MS }), file({ atMs: NOW_MS + 1 })])).toEqual([]);
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['no JSON', '{'],
    ['an object', '{}'],
    ['others', '[1, null, {}, [], "a"]'],
    ['an address for an identifier', JSON.stringify([file({ id: '../../logout' })])],
    ['markup for a status', JSON.stringify([file({ status: '"]<b>' })])],
    ['no time', JSON.stringify([{ ...file(), atMs: 'now' }])],
  ])('takes nothing from %s', (_what, text) => {
    expect(readRecent(text, NOW_MS, DAY_MS)).toEqual([]);
  });

  it('finds the sound ones behind thousands that are not, and each once', () => {
    const junk: unknown[] = Array.from({ length: 10_000 }, (_, at) => ({ ...file(), id: `../${at}`, name: '<b>' }));
    const twice = [file({ id: 'job_a' }), file({ id: 'job_b' }), file({ id: 'job_a', name: 'b.jpg' })];
    expect(read([...junk, ...twice]).map(({ id, name }) => [id, name])).toEqual([
      ['job_a', 'a.jpg'],
      ['job_b', 'a.jpg'],
    ]);
  });

  it('cuts a name at a whole character', () => {
    expect(read([file({ name: '😀'.repeat(300) })])[0]?.name).toBe('😀'.repeat(200));
  });

  it('cuts long names and long lists', () => {
    const many = Array.from({ length: 50 }, (_, at) => file({ id: `job_${at}`, name: 'n'.repeat(10_000) }));
    expect(read(many).map(({ name }) => name.length)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

describe('withRecent', () => {
  it('puts a file first, once, and lets the oldest go', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => file({ id: `job_${at}` }));
    const ids = withRecent(twenty, file({ id: 'job_5', name: 'n'.repeat(10_000) }));
    expect([ids.length, ids[0]?.id, ids[0]?.name.length, ids[1]?.id]).toEqual([20, 'job_5', 200, 'job_0']);
    expect(withRecent(twenty, file({ id: 'job_new' })).map(({ id }) => id)).not.toContain('job_19');
  });
});
