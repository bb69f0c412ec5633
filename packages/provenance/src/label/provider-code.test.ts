import { describe, expect, it } from 'vitest';
import { checkProvider } from './check-provider.ts';
import { PROVIDERS } from './companies.ts';
import { decodeProvider } from './provider-code.ts';
import { isValidUscc } from './uscc.ts';

const SEEN = [
  '91110102MACQD9K640',
  '9144030008867405X2',
  '91110108MA01R70K8D',
  '91110108335469089C',
  '91330106MA2CFLDG4R',
  '91440101MA9Y9T4H7A',
  '91330101MA27WPYJ18',
  '91440300708461136T',
  '9144030071526726XG',
  '91110000802100433B',
  '91110108MA01KP2T5U',
  '91310104MACE0YX639',
  '91110108MACC4D63XF',
  '91440300MA5G49LC9K',
  '91340000711771143J',
  '91340100MAEB4N8H76',
  '91110105MACJ6K1C8A',
  '91310115MAEA70M85H',
  '91110102MAD55U9H0F',
  '91330110MACRLGPT8B',
  '91441900557262083U',
  '91110108562144110X',
  '913502007378955153',
  '914403001922038216',
];

const rulesOf = (key: 'ContentProducer' | 'ContentPropagator', value: string): string[] =>
  checkProvider(key, value, decodeProvider(value)).map(({ rule }) => rule);

describe('isValidUscc', () => {
  it.each(SEEN)('%s', (uscc) => {
    expect(isValidUscc(uscc)).toBe(true);
    const last = uscc.at(-1) === '7' ? '8' : '7';
    expect(isValidUscc(`${uscc.slice(0, -1)}${last}`)).toBe(false);
    expect(isValidUscc(uscc.toLowerCase())).toBe(uscc === uscc.toLowerCase());
  });

  it.each(['', '9', '91110102MACQD9K6400', '91110102MACQD9K64O', '９1110102MACQD9K640', '91110102MACQD9K64'])(
    'refuses %j',
    (text) => {
      expect(isValidUscc(text)).toBe(false);
    },
  );
});

describe('the table of providers', () => {
  it('names each USCC and each name once, with right codes and names in lower case', () => {
    const codes = PROVIDERS.flatMap(({ uscc }) => uscc ?? []);
    const names = PROVIDERS.flatMap((provider) => provider.names);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(names).size).toBe(names.length);
    expect(codes.filter((code) => !isValidUscc(code))).toEqual([]);
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
    expect(PROVIDERS.filter(({ uscc, names: own }) => uscc === null && own.length === 0)).toEqual([]);
  });
});

describe('decodeProvider', () => {
  it('takes a code apart', () => {
    expect(decodeProvider('001191110102MACQD9K64010000')).toEqual({
      kind: 'code',
      code: '001191110102MACQD9K64010000',
      uscc: '91110102MACQD9K640',
      check_digit_valid: true,
      service_type: 'generation',
      application_code: '0000',
      company: { zh: '字节跳动', en: 'ByteDance' },
      product: '豆包 Doubao',
      basis: 'A',
    });
  });

  it.each([
    ['00119144030008867405X220001', 'distribution', '0001', 'ByteDance'],
    ['001191440101MA9Y9T4H7A00000', 'unused', '0000', 'Alibaba'],
    ['001191440101MA9Y9T4H7A0000A', 'other', '000A', 'Alibaba'],
    ['001191440101MA9Y9T4H7A70001', 'other', '0001', 'Alibaba'],
    ['001191310115MAEA70M85H00000', 'unused', '0000', undefined],
  ])('%s is of service type %s', (value, serviceType, application, company) => {
    const facts = decodeProvider(value);
    expect(facts).toMatchObject({ kind: 'code', service_type: serviceType, application_code: application });
    expect(facts.company?.en).toBe(company);
  });

  it('reads no USCC from a code that is not bound to one', () => {
    const facts = decodeProvider('001291110102MACQD9K64010000');
    expect(facts).toMatchObject({ kind: 'code', uscc: null, check_digit_valid: null, company: null });
  });

  it.each([
    ['001191330101MA27WPYJ18xliu', '91330101MA27WPYJ18'],
    ['001191110102MACQD9K640', '91110102MACQD9K640'],
    ['991191110102MACQD9K64010000', '91110102MACQD9K640'],
    ['001191110102macqd9k64010000', '91110102MACQD9K640'],
    ['1191110102MACQD9K640', '91110102MACQD9K640'],
    ['91110102MACQD9K640', '91110102MACQD9K640'],
    ['001', null],
    ['0011 something', null],
    ['001191110102MACQD9K6401000', '91110102MACQD9K640'],
    ['001191110102MACQD9K641xyz', null],
  ])('%j was meant as a code', (value, uscc) => {
    expect(decodeProvider(value)).toMatchObject({ kind: 'code_like', code: null, uscc });
  });

  it.each(['kling', 'KLING', 'MiniMax', 'Minimax Agent AI', 'RunningHub', 'iflow', 'picwish', '腾讯云'])(
    '%s is a name that the table knows',
    (value) => {
      expect(decodeProvider(value)).toMatchObject({ kind: 'name', code: null, uscc: null });
      expect(decodeProvider(value).company).not.toBeNull();
    },
  );

  it.each([
    'klingon',
    'my kling',
    'cc75f5e99aae4210960acb722f10974e',
    '911101',
    '__proto__',
    '\u0000',
    '😀'.repeat(27),
  ])('%j is a name that nobody knows', (value) => {
    expect(decodeProvider(value)).toMatchObject({ kind: 'name', uscc: null, company: null, basis: null });
  });
});

describe('checkProvider', () => {
  it.each([
    ['ContentProducer', '001191110102MACQD9K64010000', ['AIGC-047']],
    ['ContentPropagator', '00119144030008867405X220001', ['AIGC-047']],
    ['ContentProducer', '001191110102MACQD9K64110000', ['AIGC-043']],
    ['ContentProducer', '001191330101MA27WPYJ18xliu', ['AIGC-040', 'AIGC-047']],
    ['ContentProducer', '991191110102MACQD9K64010000', ['AIGC-041', 'AIGC-047']],
    ['ContentProducer', '002191110102MACQD9K64010000', ['AIGC-042', 'AIGC-047']],
    ['ContentProducer', '001291110102MACQD9K64110000', ['AIGC-042']],
    ['ContentProducer', '00119144030008867405X220001', ['AIGC-044', 'AIGC-047']],
    ['ContentPropagator', '001191110108335469089C10100', ['AIGC-044', 'AIGC-047']],
    ['ContentProducer', '001191440101MA9Y9T4H7A0000A', ['AIGC-045', 'AIGC-047']],
    ['ContentProducer', 'kling', ['AIGC-046', 'AIGC-047']],
    ['ContentProducer', 'somebody', ['AIGC-046']],
  ] as const)('%s %s raises %j', (key, value, rules) => {
    expect(rulesOf(key, value)).toEqual(rules);
  });
});
