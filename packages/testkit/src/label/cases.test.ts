import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromHex, indexOfBytes } from '../bytes.ts';
import { sharedFolder } from '../shared-folder.ts';
import { SM2_VECTOR, signedLabelText } from './case-signature.ts';
import { aigcCases } from './cases.ts';
import { sparseMp4 } from './cases-media.ts';
import { aigcWriteCases, standardCarriers } from './cases-writing.ts';
import { DEVIATIONS } from './deviations.ts';
import { aigcLookAlikes } from './look-alikes.ts';
import { AIGC_KEYS, aigcFields, aigcText, LABELS, mirrored, ODD_LABELS, wrapped } from './payloads.ts';

const LAST_CASE = 69;
const CODE = /^[0-9A-Z]{27}$/;

describe('label cases', () => {
  it('cover every number once', () => {
    const numbers = new Set([...aigcCases, ...aigcWriteCases].map(({ number }) => number));
    expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: LAST_CASE }, (_, index) => index + 1));
    const names = [...aigcCases, ...aigcWriteCases].map(({ number, part = '' }) => `${number}${part}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('name real files that are there', () => {
    const folder = sharedFolder('corpus/aigc');
    if (folder !== null) expect(aigcCases.filter(({ realFile }) => realFile !== undefined)).toHaveLength(3);
  });

  it('have a film of any size that is not built', () => {
    const { head, zeros, tail } = sparseMp4(5_000_000_000);
    expect(zeros).toBe(5_000_000_000);
    expect(indexOfBytes(tail, LABELS.doubaoMirrored.text)).toBeGreaterThan(0);
    expect(new DataView(head.buffer).getBigUint64(head.length - 8)).toBe(5_000_000_016n);
  });

  it('know the standard places a writer chooses from', () => {
    expect(standardCarriers('video/x-flv').map(({ id }) => id)).toContain('flv-string');
    expect(standardCarriers('image/bmp')).toEqual([]);
  });
});

describe('label texts', () => {
  it('are compact, in the order of Annex E', () => {
    expect(aigcText(aigcFields())).toBe(LABELS.doubao.text);
    expect(Object.keys(JSON.parse(LABELS.jimeng.text) as object)).toEqual([...AIGC_KEYS]);
    expect(wrapped('{}')).toBe('{"AIGC":{}}');
  });

  it('have codes of 27 characters around the USCC that is said', () => {
    for (const { fields, uscc } of [...Object.values(LABELS), ...Object.values(ODD_LABELS)].map((label) => ({
      uscc: undefined,
      ...label,
    }))) {
      if (uscc === undefined) continue;
      expect(fields.ContentProducer).toMatch(CODE);
      expect(fields.ContentProducer?.slice(4, 22)).toBe(uscc);
    }
  });

  it('have the real signature of 41 with a key of its curve', () => {
    expect(fromHex(SM2_VECTOR.spkiHex)).toHaveLength(91);
    const key = createPublicKey({ key: Buffer.from(SM2_VECTOR.spkiHex, 'hex'), format: 'der', type: 'spki' });
    expect(key.type).toBe('public');
    expect(signedLabelText()).toContain(SM2_VECTOR.signatureHex);
  });
});

describe('deviations and look-alikes', () => {
  const label = mirrored(aigcFields());

  it('have unique ids, and no text twice', () => {
    expect(new Set(DEVIATIONS.map(({ id }) => id)).size).toBe(DEVIATIONS.length);
    expect(new Set(DEVIATIONS.map(({ apply }) => apply(label))).size).toBe(DEVIATIONS.length);
    expect(DEVIATIONS.map(({ apply }) => apply(label))).not.toContain(aigcText(label));
    expect(new Set(aigcLookAlikes.map(({ id }) => id)).size).toBe(aigcLookAlikes.length);
  });
});
