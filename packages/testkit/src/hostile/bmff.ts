import { be32, be64, concat, fromHex, type Bytes } from '../bytes.ts';
import { box, buildMp4, fullBox } from '../media/bmff.ts';

const BOX_HEAD_BYTES = 8;
const C2PA_UUID = fromHex('d8fec3d61b0e483c92975828877ec481');
const FTYP = box('ftyp', 'isom', be32(512), 'isommp42');

/** The `uuid` box of a manifest store (C2PA 2.x Annex A.5). */
export function c2paUuidBox(store: Uint8Array, purpose = 'manifest'): Bytes {
  return box('uuid', C2PA_UUID, be32(0), `${purpose}\0`, be64(0), store);
}

/** A film that carries each given store in a box of its own, after `ftyp`. */
export function mp4WithManifestStores(stores: readonly Uint8Array[]): Bytes {
  const film = buildMp4();
  const typeBytes = new DataView(film.buffer).getUint32(0);
  return concat(film.subarray(0, typeBytes), ...stores.map((store) => c2paUuidBox(store)), film.subarray(typeBytes));
}

/** Boxes of a container type inside one another, `depth` of them; all lengths are right. */
export function nestedBoxes(depth: number, type = 'moov'): Bytes {
  const nest = new Uint8Array(depth * BOX_HEAD_BYTES);
  for (let level = 0; level < depth; level++) {
    nest.set(concat(be32((depth - level) * BOX_HEAD_BYTES), type), level * BOX_HEAD_BYTES);
  }
  return concat(FTYP, nest);
}

/** A box whose 64-bit size reaches far past the end of the file. */
export function mp4WithForgedLargeSize(type = 'moov'): Bytes {
  return concat(FTYP, be32(1), type, be64(2 ** 62), new Uint8Array(16));
}

/** A box that announces `size` bytes, also fewer than its own head has: a reader that adds it up never moves on. */
export function mp4WithForgedSize(size: number, type = 'moov'): Bytes {
  return concat(FTYP, be32(size), type, new Uint8Array(64));
}

/** A sample table that announces `count` samples and lists none. */
export function mp4WithForgedSampleCount(count: number): Bytes {
  const table = box('stbl', fullBox('stsz', 0, 0, be32(0, count)), fullBox('stco', 0, 0, be32(count)));
  return concat(FTYP, box('moov', box('trak', box('mdia', box('minf', table)))));
}

/** A still whose item location table announces 65,535 items and lists none. */
export function heifWithForgedItemCount(): Bytes {
  const items = fullBox('iloc', 0, 0, fromHex('4400ffff'));
  return concat(box('ftyp', 'heic', be32(0), 'mif1heic'), fullBox('meta', 0, 0, items));
}
