import { constants, deflateRawSync } from 'node:zlib';
import { be32, concat, u8, type Bytes } from '../bytes.ts';

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;
const ADLER_MODULUS = 65_521;
/** An empty last block. */
const DEFLATE_END = u8(0x03, 0x00);

/** Raw deflate data of `mebibytes` of zeros: one flushed mebibyte (about 1 KB), repeated. */
export function rawDeflateBomb(mebibytes: number): Bytes {
  const one = deflateRawSync(new Uint8Array(MIB), { finishFlush: constants.Z_FULL_FLUSH });
  return concat(...Array.from({ length: mebibytes }, () => one), DEFLATE_END);
}

/** The same with the head and the right Adler-32 of zlib. */
export function zlibBomb(mebibytes: number): Bytes {
  const sum = ((mebibytes * MIB) % ADLER_MODULUS) * 0x1_0000 + 1;
  return concat(u8(0x78, 0x9c), rawDeflateBomb(mebibytes), be32(sum));
}

/** Ten entities of ten references each, nine levels: 10^9 times the innermost text. */
export function entityBombXml(): string {
  const rows = Array.from({ length: 9 }, (_, level) => {
    const content = level === 0 ? 'laugh' : `&e${level - 1};`.repeat(10);
    return `<!ENTITY e${level} "${content}">`;
  });
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
  const property = '<TC260:AIGC xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/">&e8;</TC260:AIGC>';
  return `<?xml version="1.0"?><!DOCTYPE r [${rows.join('')}]><rdf:RDF ${rdf}><rdf:Description rdf:about="">${property}</rdf:Description></rdf:RDF>`;
}

/** `open` as often as `close` after it. */
export function nested(open: string, close: string, depth: number, inner = ''): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** `AIGC{` up to a size: a search that restarts at each place is quadratic. */
export function repeatedOpening(bytes: number): string {
  return 'AIGC{'.repeat(Math.floor(bytes / 5));
}

/** The same bytes over and over. */
export function repeatBytes(unit: Uint8Array, count: number): Bytes {
  const out = new Uint8Array(unit.length * count);
  for (let at = 0; at < out.length; at += unit.length) out.set(unit, at);
  return out;
}
