import { describe, expect, it } from 'vitest';
import { bareName, findMaker, isEmptyName, isNobody } from './maker-names.ts';
import { CAMERA_MAKERS, GAME_MAKERS, LEGAL_FORMS, NO_CAMERA_MAKERS } from './rules/camera-makers.ts';

describe('findMaker', () => {
  it.each([
    ['MINOLTA CO.,LTD', 'Minolta'],
    ['Minolta Co., Ltd.', 'Minolta'],
    ['KONICA CORPORATION', 'Konica'],
    ['OLYMPUS_IMAGING_CORP.', 'Olympus'],
    ['Apple Inc.', 'Apple'],
    ['SONY', 'Sony'],
    ['Flux Cameras', undefined],
    ['Co., Ltd.', undefined],
    ['', undefined],
  ])('%j is %j', (name, vendor) => {
    expect(findMaker(name)).toBe(vendor);
  });
});

describe('isNobody', () => {
  it.each([
    '456',
    '?',
    '---',
    '0',
    '12 34',
    'aaaa',
    'XXXX',
    'Make',
    'Camera',
    'Digital',
    'Digital Still Camera',
    'MODEL',
    'N/A',
    'Not available',
    'unknown',
    'Generic',
    'Camera 2',
    '未知',
    '数码相机',
    'PENTAX00000000',
    'SONYIILLy',
    'Canon5D',
    'NIKON1 V1',
    'AppleiOSx',
  ])('%j is', (name) => {
    expect(isNobody(name)).toBe(true);
  });

  it.each([
    'GoPro',
    'HP',
    'LGE',
    '3M Company',
    'Digital Dream',
    'Camera Works',
    'Nothing',
    '小米',
    'DXG',
    'SonyEricsson',
    'VIVOTEK',
    'AgfaPhoto',
    'FUJIFILMS',
    'Sigmatel',
    'Sony-Ericsson',
    'Canon, Inc',
    'HP5590',
  ])('%j is not', (name) => {
    expect(isNobody(name)).toBe(false);
  });
});

describe('isEmptyName', () => {
  it.each([
    ['unknown', true],
    ['Model', true],
    ['?', true],
    ['Digital Camera', false],
    ['808', false],
    ['A7', false],
  ])('%j: %s', (name, expected) => {
    expect(isEmptyName(name)).toBe(expected);
  });
});

describe('the tables of makers', () => {
  it('hold names as they are looked up', () => {
    const names = [...CAMERA_MAKERS.flatMap(({ makes }) => makes), ...NO_CAMERA_MAKERS, ...GAME_MAKERS.keys()];
    expect(names.filter((name) => bareName(name) !== name)).toEqual([]);
    expect(names.filter((name) => LEGAL_FORMS.has(name))).toEqual([]);
  });
});
