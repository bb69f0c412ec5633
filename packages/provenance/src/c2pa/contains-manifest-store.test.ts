import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bufferSource, openFileSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { describeWithShared, concat } from '@revera/testkit';
import { jumbfBox } from '@revera/testkit/hostile';
import { containsManifestStore } from './contains-manifest-store.ts';

const STORE = jumbfBox('c2pa', 'c2pa');
const contains = (...parts: Uint8Array[]) => containsManifestStore(bufferSource(concat(...parts)));

describe('a manifest store among other bytes', () => {
  it('is found at every place around the border of two windows', () => {
    const border = LIMITS.storeSearchWindowBytes;
    const file = new Uint8Array(border + 200);
    for (let at = border - STORE.length - 2; at <= border + 2; at += 1) {
      file.fill(0);
      file.set(STORE, at);
      expect(containsManifestStore(bufferSource(file))).toBe(true);
    }
  });

  it('is found as Base64, as SVG carries it', () => {
    expect(contains(concat('<c2pa:manifest>'), concat(Buffer.from(STORE).toString('base64')))).toBe(true);
  });

  it('is not seen in other boxes, in its name alone, cut off, or behind the bound', () => {
    expect(contains(jumbfBox('c2ma', 'c2pa'))).toBe(false);
    expect(contains(jumbfBox('c2pa', 'c2pa.assertions'))).toBe(false);
    expect(contains(concat('c2pa jumd c2pa'))).toBe(false);
    expect(contains(STORE.subarray(0, STORE.length - 1))).toBe(false);
    expect(contains()).toBe(false);
    expect(containsManifestStore(bufferSource(concat(new Uint8Array(50), STORE)), 50)).toBe(false);
  });

  it('reads the file once, in windows', () => {
    const file = new Uint8Array(3 * LIMITS.storeSearchWindowBytes + 5);
    const lengths: number[] = [];
    const plain = bufferSource(file);
    const source = {
      ...plain,
      read: (offset: number, length: number) => {
        lengths.push(length);
        return plain.read(offset, length);
      },
    };
    expect(containsManifestStore(source)).toBe(false);
    expect(lengths).toHaveLength(4);
    expect(Math.max(...lengths)).toBeLessThan(LIMITS.storeSearchWindowBytes + 64);
  });
});

describeWithShared('real files', 'corpus', (corpus) => {
  it.each([
    ['c2pa/c2pa-rs/prerelease.jpg', true, 'a store whose manifests are of a format before the specification'],
    ['c2pa/c2pa-rs/no_alg.jpg', true, 'the engine refuses the algorithm of a store that is there'],
    ['c2pa/c2pa-rs/video1.mp4', true, 'a box of MP4'],
    ['c2pa/c2pa-rs/express-signed.pdf', true, 'an embedded file of PDF'],
    ['c2pa/c2pa-rs/no_manifest.jpg', false, 'no credential'],
    ['c2pa/c2pa-rs/sample3.svg', false, 'its manifest element holds other text'],
    ['c2pa/c2pa-rs/cloud.jpg', false, 'only an address of a remote manifest'],
  ])('%s: %s, %s', (file, expected) => {
    const source = openFileSource(join(corpus, file));
    expect(containsManifestStore(source)).toBe(expected);
    source.close();
  });
});
