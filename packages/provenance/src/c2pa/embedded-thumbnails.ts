import { bufferSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { sniff } from '../media/sniff.ts';
import { decodedOrNull } from './decoded-or-null.ts';
import { ingredientEntries } from './decode-crjson.ts';
import { findBox, type SuperBox } from './jumbf.ts';
import { decodeList, decodeRecord, decodeText, type LooseRecord } from './loose-json.ts';

/** Formats of pictures that are copied. The bytes decide: the manifest's own type is an unneeded hint. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];

/** A picture from a manifest, unchanged: hostile bytes. */
export interface EmbeddedThumbnail {
  /** The manifest that contains it or, for an ingredient's picture, the one that names the ingredient. */
  manifestLabel: string;
  /** Label of the ingredient assertion whose picture it is; null when it shows the manifest's own asset. */
  ingredientLabel: string | null;
  mediaType: PictureType;
  /** Memory of its own, so that it crosses to another thread without the store around it. */
  bytes: Uint8Array;
}

const ASSERTIONS_LABEL = 'c2pa.assertions';
const CLAIM_THUMBNAIL = /^c2pa\.thumbnail\.claim(?:[._]|$)/;
/** C2PA 2.x §8.4: absolute within the store, or relative to the manifest. */
const THUMBNAIL_URI = /^self#jumbf=(?:\/c2pa\/([^/]+)\/)?c2pa\.assertions\/(c2pa\.thumbnail\.[^/]+)$/;

/**
 * The pictures of all manifests and their ingredients whose bytes are in the store, the active manifest's first. Bounded in
 * number, bytes and lookups; anything too large or not a picture is skipped.
 */
export function findEmbeddedThumbnails(store: SuperBox, crjson: unknown, activeLabel: string): EmbeddedThumbnail[] {
  const search = new Search(store);
  const manifests = decodeList(decodeRecord(crjson)['manifests']).map(decodeRecord);
  const isActive = (manifest: LooseRecord): boolean => manifest['label'] === activeLabel;
  for (const manifest of manifests.filter(isActive)) search.lookInto(manifest);
  for (const manifest of manifests.filter((other) => !isActive(other))) search.lookInto(manifest);
  return search.found;
}

/** Assertions of one manifest by label; null for a duplicate label, because two readers could mean different boxes. */
type AssertionBoxes = ReadonlyMap<string, SuperBox | null>;

class Search {
  readonly found: EmbeddedThumbnail[] = [];
  readonly #store: SuperBox;
  readonly #assertions = new Map<string, AssertionBoxes>();
  #bytesLeft: number = LIMITS.embeddedThumbnailsBytes;
  #looksLeft: number = LIMITS.embeddedThumbnailReferences;

  constructor(store: SuperBox) {
    this.#store = store;
  }

  lookInto(manifest: LooseRecord): void {
    const label = manifest['label'];
    if (typeof label !== 'string' || this.#isDone()) return;
    this.#looksLeft -= 1;
    const boxes = this.#assertionsOf(label);
    const claim = [...boxes].find(([name, box]) => box !== null && CLAIM_THUMBNAIL.test(name))?.[1];
    this.#take(claim, label, null);
    for (const [ingredientLabel, ingredient] of ingredientEntries(decodeRecord(manifest['assertions']))) {
      if (this.#isDone()) return;
      this.#looksLeft -= 1;
      if (boxes.has(ingredientLabel)) this.#take(this.#thumbnailOf(ingredient, label), label, ingredientLabel);
    }
  }

  #isDone(): boolean {
    return this.#looksLeft <= 0 || this.found.length >= LIMITS.embeddedThumbnails;
  }

  #thumbnailOf(ingredient: LooseRecord, manifestLabel: string): SuperBox | null | undefined {
    const reference = decodeRecord(ingredient['thumbnail']);
    const match = THUMBNAIL_URI.exec(decodeText(reference['url']) ?? '');
    return match === null ? null : this.#assertionsOf(match[1] ?? manifestLabel).get(match[2] ?? '');
  }

  /** Looked up once for each manifest, however many ingredients refer to it. */
  #assertionsOf(manifestLabel: string): AssertionBoxes {
    const known = this.#assertions.get(manifestLabel);
    if (known !== undefined) return known;
    const boxes = new Map<string, SuperBox | null>();
    const assertions = decodedOrNull(() => findBox(this.#store, [manifestLabel, ASSERTIONS_LABEL]));
    for (const box of assertions?.superboxes ?? []) {
      if (box.label !== null) boxes.set(box.label, boxes.has(box.label) ? null : box);
    }
    this.#assertions.set(manifestLabel, boxes);
    return boxes;
  }

  #take(box: SuperBox | null | undefined, manifestLabel: string, ingredientLabel: string | null): void {
    const contents = box?.contents.filter(({ type }) => type === 'bidb') ?? [];
    const [content] = contents;
    if (content === undefined || contents.length > 1) return;
    const { bytes } = content;
    if (bytes.length > Math.min(LIMITS.embeddedThumbnailBytes, this.#bytesLeft)) return;
    const mediaType = pictureType(bytes);
    if (mediaType === undefined) return;
    this.#bytesLeft -= bytes.length;
    this.found.push({
      manifestLabel: decodeText(manifestLabel) ?? '',
      ingredientLabel,
      mediaType,
      bytes: bytes.slice(),
    });
  }
}

function pictureType(bytes: Uint8Array): PictureType | undefined {
  const mediaType = sniff(bufferSource(bytes));
  return PICTURE_TYPES.find((type) => type === mediaType);
}
