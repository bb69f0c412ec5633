import { describe, expect, it } from 'vitest';
import { problemOf, readXmpItem } from './xmp-item.ts';

const packet = (content: string): Uint8Array =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:a="urn:a" a:b="c">${content}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );

describe('readXmpItem', () => {
  it('reads a packet once for all who ask, and another packet anew', () => {
    const bytes = packet('');
    const first = readXmpItem({ bytes, offset: 5 });
    expect(first).toMatchObject({ properties: [{ uri: 'urn:a', local: 'b', value: 'c' }], failure: null });
    expect(readXmpItem({ bytes, offset: 5 })).toBe(first);
    expect(readXmpItem({ bytes: packet(''), offset: 5 })).not.toBe(first);
  });

  it('keeps what stood before the damage, and says what ended it', () => {
    const { properties, failure } = readXmpItem({ bytes: packet('<a:d>'), offset: 7 });
    expect(failure).not.toBeNull();
    expect(failure === null ? null : problemOf(failure)).toMatchObject({ kind: 'damaged', offset: 7 });
    expect(properties[0]).toMatchObject({ local: 'b', value: 'c' });
  });

  it('says of a packet that nests too deep that it met a limit', () => {
    const deep = `${'<a:d>'.repeat(200)}${'</a:d>'.repeat(200)}`;
    const { failure } = readXmpItem({ bytes: packet(deep), offset: 0 });
    expect(failure === null ? null : problemOf(failure).kind).toBe('limit');
  });
});
