import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { concat, describeWithShared, indexOfBytes } from '@revera/testkit';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { MediaSource } from '../../media/media-source.ts';
import { pictureOf, rasterOf, type Raster } from '../../testing/png-pictures.ts';
import { signedNovelAiComment } from './novelai.ts';
import { verifyNovelAi } from './novelai-signature.ts';
import { exif, field, fieldsOf } from './test-fields.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = rawKey(publicKey);
const SETTINGS = '{"prompt": "a \\"signed_hash\\": \\"x\\" boat", "steps": 28, "nested": {"signed_hash": "no"}';
const PICTURE = rasterOf(8, 6, 4, 255);

function rawKey(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

/** NovelAI's signature over the colours and the settings, in base64. */
function signatureOf({ pixels }: Raster, settings: string, key = privateKey): string {
  const rgb = pixels.filter((_, i) => i % 4 !== 3);
  return sign(null, concat(rgb, settings), key).toString('base64');
}

function check(raster: Raster, comment: string, key = KEY): ReturnType<typeof verifyNovelAi> {
  return verifyNovelAi(MediaSource.of(bufferSource(pictureOf(raster))), comment, key);
}

/** As NovelAI stores it: the signature is the last member. */
function commentWith(signature: string): string {
  return `${SETTINGS}, "signed_hash": "${signature}"}`;
}

const SIGNATURE = signatureOf(PICTURE, `${SETTINGS}}`);

describe('verifyNovelAi', () => {
  it('verifies colours and settings', () => {
    expect(check(PICTURE, commentWith(SIGNATURE))).toBe('verified');
    expect(check(PICTURE, `${commentWith(SIGNATURE)}\0`)).toBe('verified');
  });

  it.each([
    ['first', (hash: string) => `{"signed_hash": "${hash}", "steps": 28}`, '{"steps": 28}'],
    ['in the middle', (hash: string) => `{"a": 1, "signed_hash": "${hash}", "steps": 28}`, '{"a": 1, "steps": 28}'],
    ['alone', (hash: string) => `{"signed_hash": "${hash}"}`, '{}'],
    ['without blanks', (hash: string) => `{"a":1,"signed_hash":"${hash}"}`, '{"a":1}'],
  ])('cuts the signature out exactly: %s', (_title, comment, signed) => {
    expect(check(PICTURE, comment(signatureOf(PICTURE, signed)))).toBe('verified');
    expect(check(PICTURE, comment(signatureOf(PICTURE, `${signed} `)))).toBe('not_verified');
  });

  it('does not verify a picture, settings or a signature that changed', () => {
    const other = rasterOf(8, 6, 4, 255);
    other.pixels[0] = (other.pixels[0] ?? 0) ^ 1;
    expect(check(other, commentWith(SIGNATURE))).toBe('not_verified');
    expect(check(PICTURE, commentWith(SIGNATURE).replace('28', '29'))).toBe('not_verified');
    const [first, ...rest] = SIGNATURE;
    expect(check(PICTURE, commentWith([first === 'A' ? 'B' : 'A', ...rest].join('')))).toBe('not_verified');
    expect(check(PICTURE, commentWith('c2hvcnQ='))).toBe('not_verified');
    expect(check(PICTURE, commentWith(''))).toBe('not_verified');
  });

  it("does not verify another key, nor ours with NovelAI's", () => {
    const others = generateKeyPairSync('ed25519');
    expect(check(PICTURE, commentWith(SIGNATURE), rawKey(others.publicKey))).toBe('not_verified');
    const source = MediaSource.of(bufferSource(pictureOf(PICTURE)));
    expect(verifyNovelAi(source, commentWith(SIGNATURE))).toBe('not_verified');
  });

  it('does not verify what alpha, which is not signed, turns into another picture', () => {
    const alphaOf = (alpha: number): Raster => ({
      ...PICTURE,
      pixels: PICTURE.pixels.map((value, i) => (i === 7 ? alpha : value)),
    });
    expect(check(alphaOf(254), commentWith(SIGNATURE))).toBe('verified');
    expect(check(alphaOf(253), commentWith(SIGNATURE))).toBe('not_verified');
  });

  it('says nothing where there is no signature, or no picture that it can read', () => {
    expect(check(PICTURE, `${SETTINGS}}`)).toBeNull();
    expect(check(PICTURE, 'prose about "signed_hash": "x"')).toBeNull();
    expect(check(PICTURE, '{"signed_hash": 1}')).toBeNull();
    expect(check(PICTURE, `{"signed\\u005fhash": "${SIGNATURE}"}`)).toBeNull();
    const jpeg = MediaSource.of(bufferSource(concat('not a PNG')));
    expect(verifyNovelAi(jpeg, commentWith(SIGNATURE), KEY)).toBeNull();
    const interlaced = MediaSource.of(bufferSource(pictureOf(PICTURE, { header: { interlace: 1 } })));
    expect(verifyNovelAi(interlaced, commentWith(SIGNATURE), KEY)).toBeNull();
  });

  it('reads no pixels for a signature that cannot be one', () => {
    const source = MediaSource.of(bufferSource(pictureOf(PICTURE)));
    expect(verifyNovelAi(source, commentWith('c2hvcnQ='))).toBe('not_verified');
    expect(source.bytesRead).toBe(0);
  });
});

describe('signedNovelAiComment', () => {
  const texts = { Software: 'NovelAI', Comment: commentWith(SIGNATURE) };

  it('answers the comment of a PNG that is NovelAI by its other texts too', () => {
    expect(signedNovelAiComment(fieldsOf('png', texts))).toBe(commentWith(SIGNATURE));
  });

  it.each([
    [
      'no signature',
      fieldsOf('png', { Title: 'NovelAI generated image', Software: 'NovelAI', Comment: '{"steps":1}' }),
    ],
    ['another program', fieldsOf('png', { ...texts, Software: 'GIMP' })],
    ['another container', [...exif({ Software: 'NovelAI' }), field('jpeg', 'COM', commentWith(SIGNATURE))]],
  ])('answers nothing: %s', (_title, fields) => {
    expect(signedNovelAiComment(fields)).toBeNull();
  });
});

describeWithShared('verifyNovelAi with a real picture of another service', 'corpus/vendor', (folder) => {
  it('does not verify it', () => {
    const bytes = readFileSync(join(folder, 'midjourney-1.png'));
    expect(indexOfBytes(bytes, 'IDAT')).toBeGreaterThan(0);
    const source = MediaSource.of(bufferSource(bytes));
    expect(verifyNovelAi(source, commentWith(SIGNATURE))).toBe('not_verified');
  });
});
