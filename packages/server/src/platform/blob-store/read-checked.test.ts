import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { checkedBody } from './read-checked.ts';

const PIECES = ['first ', 'second ', 'third'].map((text) => Buffer.from(text));
const WHOLE = Buffer.concat(PIECES);
const FACTS = { sizeBytes: WHOLE.length, sha256: createHash('sha256').update(WHOLE).digest('hex') };

/** What arrives, and the error that ends it. */
async function receive(pieces: readonly Buffer[]): Promise<{ bytes: string; error: unknown }> {
  const arrived: Buffer[] = [];
  try {
    for await (const piece of checkedBody(Readable.from(pieces), FACTS)) arrived.push(piece as Buffer);
    return { bytes: Buffer.concat(arrived).toString(), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(arrived).toString(), error };
  }
}

describe('checkedBody', () => {
  it('passes on what is as it was stored', async () => {
    expect(await receive(PIECES)).toEqual({ bytes: WHOLE.toString(), error: null });
  });

  it.each([
    ['changed in its last piece', [...PIECES.slice(0, 2), Buffer.from('thirst')]],
    ['changed in its first piece', [Buffer.from('worst '), ...PIECES.slice(1)]],
    ['shorter', PIECES.slice(0, 2)],
    ['longer', [...PIECES, Buffer.from('!')]],
    ['empty', []],
  ])('never lets one arrive whole that is %s', async (_what, pieces) => {
    const { bytes, error } = await receive(pieces);
    expect(error).toMatchObject({ code: 'DIGEST_MISMATCH' });
    expect(bytes.length).toBeLessThan(WHOLE.length);
  });

  it('passes on the failure of the store', async () => {
    const failing = Readable.from(PIECES);
    const body = checkedBody(failing, FACTS);
    failing.destroy(new Error('the disk is gone'));
    await expect(body.toArray()).rejects.toThrow('the disk is gone');
  });

  it('lets the source go when it is given up before its first byte', async () => {
    const source = Readable.from(PIECES);
    const closed = once(source, 'close');
    checkedBody(source, FACTS).destroy();
    await closed;
    expect(source.destroyed).toBe(true);
  });
});
