import { describe, expect, it } from 'vitest';
import { Announcer } from './announcer.ts';

function open() {
  const written: string[] = [];
  const due: (() => void)[] = [];
  const announcer = new Announcer({
    write: (text) => void written.push(text),
    later: (_ms, work) => void due.push(work),
    summary: () => '20 of 20 done',
  });
  return { announcer, written, due };
}

describe('Announcer', () => {
  it('says together what happens at once', () => {
    const { announcer, written, due } = open();
    announcer.say('a.');
    announcer.say('b.');
    expect([written, due.length]).toEqual([[], 1]);
    due.shift()?.();
    expect(written).toEqual(['a. b.']);
  });

  it('sums up when it is too much to listen to, and ends with the last', () => {
    const { announcer, written, due } = open();
    for (const name of ['a', 'b', 'c', 'd']) announcer.say(`${name}.`);
    due.shift()?.();
    expect(written).toEqual(['20 of 20 done d.']);
  });

  it('begins anew afterwards', () => {
    const { announcer, written, due } = open();
    announcer.say('a.');
    due.shift()?.();
    announcer.say('b.');
    due.shift()?.();
    expect(written).toEqual(['a.', 'b.']);
  });
});
