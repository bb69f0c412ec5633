import { describe, expect, it } from 'vitest';
import { emptyFields } from './label-keys.ts';
import type { LocatedLabel } from './located-label.ts';
import { compareSites } from './order.ts';

function site(changes: Partial<LocatedLabel>): LocatedLabel {
  return {
    carrier: 'png_text',
    location: 'tEXt',
    placement: 'annex',
    offset: 0,
    length: 1,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: emptyFields(),
    extra: [],
    raw: '',
    expectedForm: 'either',
    isNamespaced: false,
    xmpName: null,
    hasDuplicateKeys: false,
    intact: true,
    ...changes,
  };
}

const xmpName = { uri: 'http://ns.example/', prefix: 'x', local: 'AIGC' };

describe('the order of labels', () => {
  it('is: readable, namespace, own place, annex, other places, free text, undamaged, first', () => {
    const inOrder = [
      site({ carrier: 'xmp', placement: 'other', isNamespaced: true, xmpName, offset: 90 }),
      site({ carrier: 'riff_chunk', placement: 'standard', offset: 80 }),
      site({ carrier: 'exif_user_comment', offset: 70 }),
      site({ carrier: 'xmp', placement: 'standard', xmpName, offset: 60 }),
      site({ placement: 'other', offset: 61 }),
      site({ placement: 'other', intact: false, offset: 1 }),
      site({ carrier: 'jpeg_comment', placement: 'other', offset: 50 }),
      site({ carrier: 'jpeg_comment', placement: 'other', offset: 51 }),
      site({ carrier: 'xmp', placement: 'standard', isNamespaced: true, xmpName, state: 'undecodable', form: null }),
      site({ carrier: 'xmp', placement: 'standard', isNamespaced: true, xmpName, state: 'empty', form: null }),
    ];
    expect(inOrder.toReversed().toSorted(compareSites)).toEqual(inOrder);
  });
});
