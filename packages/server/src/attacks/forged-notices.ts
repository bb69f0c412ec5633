import { createHash, createSign, type KeyObject } from 'node:crypto';

/** Messages to the addresses of the payment gateway, written as an attacker would, and what becomes of each. */

export type Protocol = 'v1' | 'v2';
export type Fields = Readonly<Record<string, string>>;

/** What an attacker has: a payment of their own that holds, the orders of others, and no key but where a row says so. */
export interface AttackWorld {
  protocol: Protocol;
  /** A payment in full of an order that is open, as the gateway would tell of it, unsigned. */
  paid: Fields;
  /** The number of an order of another organization, of the same amount. */
  othersOrder: string;
  /** As the gateway signs. */
  sign: (fields: Fields) => Fields;
  /** Of V1, and the pair of the gateway. */
  key: string;
  platform: { privateKey: KeyObject; publicKey: KeyObject };
}

export type Outcome =
  /** It says what a genuine message may say, in another form. */
  'counts' | 'malformed' | 'bad_signature' | 'pid_mismatch';

export interface NoticeAttack {
  name: string;
  /** Undefined: of both protocols. */
  protocol?: Protocol;
  /** What is sent, as a query or as a form. */
  make(world: AttackWorld): string | Fields;
  outcome: Outcome;
  /** In a form, where that is another: without a signature a form is not read, and the query has nothing. */
  inForm?: Outcome;
}

export const encode = (fields: string | Fields): string =>
  typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();

/** What is signed; of values that are bytes, each is one character. */
function textOf(fields: Fields): Buffer {
  const names = Object.keys(fields).filter((name) => fields[name] !== '' && name !== 'sign' && name !== 'sign_type');
  return Buffer.from(
    names
      .toSorted()
      .map((name) => `${name}=${fields[name] ?? ''}`)
      .join('&'),
  );
}

function md5(text: Uint8Array, key: string): string {
  return createHash('md5').update(text).update(key).digest('hex');
}

export const signMd5 = (fields: Fields, key: string): Fields => ({
  ...fields,
  sign: md5(textOf(fields), key),
  sign_type: 'MD5',
});

export const signRsa = (fields: Fields, key: KeyObject): Fields => ({
  ...fields,
  sign: createSign('SHA256').update(textOf(fields)).sign(key, 'base64'),
  sign_type: 'RSA',
});

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

const signed = ({ sign, paid }: AttackWorld, change: Fields = {}): Fields => sign({ ...paid, ...change });
const spki = ({ platform }: AttackWorld): string =>
  platform.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const SAME_MESSAGE: readonly NoticeAttack[] = [
  {
    name: 'the parameters in the opposite order',
    make: (world) => encode(Object.fromEntries(Object.entries(signed(world)).toReversed())),
    outcome: 'counts',
  },
  {
    name: 'letters percent-encoded that need not be',
    make: (world) => encode(signed(world)).replace('out_trade_no=P', 'out%5ftrade_no=%50'),
    outcome: 'counts',
  },
  {
    name: 'empty parameters and empty pairs',
    make: (world) => `&&${encode(signed(world))}&param=&&buyer`,
    outcome: 'counts',
  },
  {
    name: 'a name in GBK, signed over its bytes',
    make: ({ protocol, paid, key, platform }) => {
      const name = Buffer.from('ccd7b2cd', 'hex');
      const [before = '', after = ''] = textOf({ ...paid, name: '\u0000' })
        .toString()
        .split('\u0000');
      const text = Buffer.concat([Buffer.from(before), name, Buffer.from(after)]);
      const sign =
        protocol === 'v1' ? md5(text, key) : createSign('SHA256').update(text).sign(platform.privateKey, 'base64');
      const rest = { ...without(paid, 'name'), sign, sign_type: protocol === 'v1' ? 'MD5' : 'RSA' };
      return `${encode(rest)}&name=%CC%D7%B2%CD`;
    },
    outcome: 'counts',
  },
];

const FORGED: readonly NoticeAttack[] = [
  { name: 'no signature', make: ({ paid }) => paid, outcome: 'bad_signature', inForm: 'malformed' },
  { name: 'an empty signature', make: (world) => ({ ...signed(world), sign: '' }), outcome: 'bad_signature' },
  {
    name: 'a signature of zeros',
    make: (world) => ({ ...signed(world), sign: '0'.repeat(world.protocol === 'v1' ? 32 : 344) }),
    outcome: 'bad_signature',
  },
  {
    name: 'a signature that PHP takes for zero',
    make: (world) => ({ ...signed(world), sign: '0e462097431906509019562988736854' }),
    outcome: 'bad_signature',
  },
  {
    name: 'signed with the empty key',
    make: ({ paid }) => signMd5(paid, ''),
    outcome: 'bad_signature',
  },
  {
    name: 'signed with another key',
    make: ({ paid }) => signMd5(paid, 'b'.repeat(32)),
    outcome: 'bad_signature',
  },
  {
    name: 'of another merchant, well signed',
    make: (world) => signed(world, { pid: '1002' }),
    outcome: 'pid_mismatch',
  },
  {
    name: 'the payment of one order told for that of somebody else',
    make: (world) => ({ ...signed(world), out_trade_no: world.othersOrder }),
    outcome: 'bad_signature',
  },
  {
    name: 'another number of the payment',
    make: (world) => ({ ...signed(world), trade_no: 'T1' }),
    outcome: 'bad_signature',
  },
  {
    name: 'a parameter that was not signed',
    make: (world) => `${encode(signed(world))}&constructor=x`,
    outcome: 'bad_signature',
  },
  {
    name: 'the signature under a name in capitals',
    make: (world) => {
      const { sign = '', ...rest } = signed(world);
      return { ...rest, SIGN: sign };
    },
    outcome: 'bad_signature',
    inForm: 'malformed',
  },
  {
    name: 'semicolons in place of ampersands',
    make: (world) => encode(signed(world)).replaceAll('&', ';'),
    outcome: 'malformed',
  },
  {
    name: 'a value that holds the separator, with the signature of two values',
    make: (world) => {
      const { name: _name, money: _money, ...rest } = signed(world, { money: '100.00', name: 'x' });
      return { ...rest, money: '100.00&name=x' };
    },
    outcome: 'malformed',
  },
];

const CONFUSED: readonly NoticeAttack[] = [
  {
    name: 'MD5 where RSA is agreed, with the gateway’s public key as the key',
    protocol: 'v2',
    make: (world) => signMd5(world.paid, spki(world)),
    outcome: 'bad_signature',
  },
  {
    name: 'MD5 where RSA is agreed, with the key of V1',
    protocol: 'v2',
    make: ({ paid, key }) => signMd5(paid, key),
    outcome: 'bad_signature',
  },
  {
    name: 'MD5 that calls itself RSA',
    protocol: 'v2',
    make: ({ paid, key }) => ({ ...signMd5(paid, key), sign_type: 'RSA' }),
    outcome: 'bad_signature',
  },
  {
    name: 'a message of V1, which names no type',
    protocol: 'v2',
    make: ({ paid, key }) => without(signMd5(without(paid, 'timestamp'), key), 'sign_type'),
    outcome: 'bad_signature',
  },
  {
    name: 'RSA that calls itself MD5',
    protocol: 'v2',
    make: (world) => ({ ...signed(world), sign_type: 'MD5' }),
    outcome: 'bad_signature',
  },
  {
    name: 'RSA where MD5 is agreed',
    protocol: 'v1',
    make: ({ paid, platform }) => signRsa(paid, platform.privateKey),
    outcome: 'bad_signature',
  },
  {
    name: 'MD5 that calls itself RSA',
    protocol: 'v1',
    make: (world) => ({ ...signed(world), sign_type: 'RSA' }),
    outcome: 'bad_signature',
  },
  {
    name: 'the type in small letters',
    make: (world) => {
      const fields = signed(world);
      return { ...fields, sign_type: (fields['sign_type'] ?? '').toLowerCase() };
    },
    outcome: 'bad_signature',
  },
];

const AMOUNTS: readonly NoticeAttack[] = [
  '1e2',
  '+100.00',
  '-100.00',
  '0100.00',
  '00',
  '0.00',
  '100.000',
  '100.',
  '.5',
  ' 100.00',
  '100.00 ',
  '100,00',
  '１００.００',
  '٣',
  '0x64',
  'Infinity',
  '100.00\u0000',
  '99999999999',
].map((money) => ({
  name: `the amount ${JSON.stringify(money)}, well signed`,
  make: (world) => signed(world, { money }),
  outcome: 'malformed',
}));

const BROKEN: readonly NoticeAttack[] = [
  ['the amount twice', '&money=100.00'],
  ['the order twice, the second percent-encoded', '&%6fut_trade_no=X'],
  ['the signature twice', '&sign=x'],
  ['an array', '&a[]=1&a[]=2'],
  ['an array with its brackets encoded', '&money%5B%5D=1'],
  ['an object', '&money[amount]=1'],
  ['a name of the prototype', '&__proto__=1'],
  ['an empty name', '&=1'],
  ['NUL in a name', '&a%00b=1'],
  ['NUL in a value', '&a=%00'],
  ['half an escape', '&a=%4'],
  ['an escape that is none', '&a=%zz'],
  ['a name in GBK', '&%CC%D7=1'],
  ['a name in full width', '&%EF%BD%8D%EF%BD%8F=1'],
  ['65 parameters more', Array.from({ length: 65 }, (_none, at) => `&p${at}=1`).join('')],
  ['2,000 parameters more', Array.from({ length: 2_000 }, (_none, at) => `&p${at}=1`).join('')],
].map(([name = '', added = '']) => ({
  name,
  make: (world) => encode(signed(world)) + added,
  outcome: 'malformed',
}));

const ENCODED_TWICE: readonly NoticeAttack[] = [
  {
    name: 'everything percent-encoded twice',
    make: (world) =>
      Object.entries(signed(world))
        .map(([name, value]) => `${name}=${value.replaceAll(/./gu, twice)}`)
        .join('&'),
    outcome: 'malformed',
  },
  {
    name: 'the signature percent-encoded twice',
    make: (world) => {
      const { sign = '', ...rest } = signed(world);
      return `${encode(rest)}&sign=${sign.replaceAll(/./gu, twice)}`;
    },
    outcome: 'bad_signature',
  },
];

function twice(character: string): string {
  return `%25${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

export const NOTICE_ATTACKS: readonly NoticeAttack[] = [
  ...SAME_MESSAGE,
  ...FORGED,
  ...CONFUSED,
  ...AMOUNTS,
  ...BROKEN,
  ...ENCODED_TWICE,
];
