import { be32, concat, type Bytes } from '../bytes.ts';
import { buildPng, PNG_SIGNATURE } from '../media/png.ts';

const STORE_CHUNK = 'caBX';

/** A PNG with one `caBX` chunk for each store, all before the image data. */
export function pngWithManifestStores(stores: readonly Uint8Array[]): Bytes {
  return buildPng({ chunks: stores.map((data) => ({ type: STORE_CHUNK, data })) });
}

/** The store after the image data, where C2PA 2.x Annex A does not allow it. */
export function pngWithLateManifestStore(store: Uint8Array): Bytes {
  return buildPng({ chunksAfterImage: [{ type: STORE_CHUNK, data: store }] });
}

/** A store chunk that announces `length` bytes; the file ends after the first few of them. */
export function pngWithForgedChunkLength(length: number): Bytes {
  return concat(PNG_SIGNATURE, buildPng().subarray(8, 33), be32(length), STORE_CHUNK, 'short');
}

/** `count` store chunks, each empty. */
export function pngWithManyChunks(count: number): Bytes {
  return pngWithManifestStores(Array.from({ length: count }, () => new Uint8Array(0)));
}
