import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalBytes, parametersOf } from './canonical.ts';
import { parseMessage, type EpayParameters } from './parameters.ts';
import { signV1, verifyV1, verifyV2 } from './signature.ts';

const KEY = '89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i';
const [NOTIFY_URL, RETURN_URL] = [
  'https://api.example.com/api/payments/epay/notify',
  'https://api.example.com/api/payments/epay/return',
];
const PUBLIC_KEY = createPublicKey({
  key: Buffer.from(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx28V0vZnyBMqkrol7dUzyKSbm4knJEjGok0bhp4V0TYwSri8wE69jKg4' +
      'ZiZbDb8vVmUt5bykhEYRosloZaDJEYtCi6jsTkVOWR06tjj0zXc86QpVJrYTwhoiunFaZOk/6Xz9a/C/dCBfoixjy2m8fYJMX63o' +
      'HW3d2rvUcPJrVVR6vYojaVuj9R81t7MN4Rsj3YUiUzYiFzj+QcQznL2nhO3KEP/nIKnS7tuaHynbmh1ABgLYP82Cm7Zv3+EqOiqc' +
      'CJ+jly7OEiZ+xeYXV8zPE4pxUhxbOXbul+5qrNjv11W9b99mDQpFcmnc7Rd3IyjulIKqIiqr3PVTh804jlEXxwIDAQAB',
    'base64',
  ),
  format: 'der',
  type: 'spki',
});
const R1_SIGN =
  'DxID2OsQLuWKpmqOz7f7MwZy1VmLmZ0JyJsB0YiLl6Pz1MQJ/NUJ5oT1huOsEJs+NZdIgwTUGUqlI0SDxMoJABRklMsAYqHV/SNt' +
  'IVCgihuWpm/2vThf+NDDBNHwjWpAgKHhVjZA9UwRIkfmnu2CLtuL1RsZAb4JgVcagjHWHcvq8nyihK7aZa21aR0vnyYrfdn2QSOV' +
  '5i6vaZ63FtGfX6BUfKv2PqHUchCEvY42EQXr3q04ELLxf4O19l9ExAEpHNk2wfTXGdvN1eaHZY/Hbb+Qnyf4NeX6Z0UdeQBW8Epi' +
  '8NMPXadwOHNNmkV8ItY+silU9Y2qi9XhlLybWQS+rw==';
const R2_SIGN =
  'rwVTrMEwLsRzFs4d9KNIehH2vcMXa+KQ2tpybt8+LrA5Fv51xoIe2kl3I1M49rmVwjKiLnvpp+jogHrQ/N90GVgsQeodIHF5L2Mr' +
  'GUKJK6ngznIJF6Ac15sNdiKUjXsu/EgbJ40meupFiBCcBU0d/0ZwYTaKWnqc6HPbpkLWPptZx3ASIyE7kWnsfuEwgH9YGzGsxnsu' +
  'jheAl59t5O+jQIeYPBIMHk4xF9pBlSNadgfw2rfEGzJxjUPTaGEwLJwG52RE+5thPo2HefP/klAZihAjPbZ8r6qL3OZbhS6tT1Zl' +
  'U+e5YdChUcPRN3Y3/XnLZ7/fi2tphydasPkCuGpp9g==';

const textOf = (parameters: EpayParameters) => Buffer.from(canonicalBytes(parameters, 'keep')).toString('utf8');
const notify = (number: string, trade: string, more: Record<string, string>) =>
  parametersOf({
    name: 'product',
    out_trade_no: `PO20261120A1B2C3${number}`,
    pid: '1001',
    trade_no: `20261120180000123${trade}`,
    trade_status: 'TRADE_SUCCESS',
    type: 'alipay',
    ...more,
  });
const mapi = {
  clientip: '203.0.113.7',
  device: 'pc',
  money: '299.00',
  name: '专业版 月付 + 100%',
  notify_url: NOTIFY_URL,
  out_trade_no: 'PO20261120A1B2C3D5',
  pid: '1001',
  return_url: RETURN_URL,
  type: 'wxpay',
};

const MD5_VECTORS: readonly (readonly [string, EpayParameters, string])[] = [
  [
    'A1 a page jump in ASCII',
    parametersOf({
      money: '100.00',
      name: 'recharge',
      notify_url: NOTIFY_URL,
      out_trade_no: 'PO20261120A1B2C3D4',
      pid: '1001',
      return_url: RETURN_URL,
      type: 'alipay',
    }),
    'e083405ac02297c90c5eb57b19a4b377',
  ],
  ['A2 Unicode and an empty value', parametersOf({ ...mapi, param: '' }), 'e01b149e7b4650cf6a026a8fc2121452'],
  ['A3 the same without the empty value', parametersOf(mapi), 'e01b149e7b4650cf6a026a8fc2121452'],
  ['A4 money as current builds write it', notify('D4', '45', { money: '100' }), '4a4a551e1ca57cae1e2b46b3adadc5dc'],
  ['A5 money as the build of 2020 does', notify('D4', '45', { money: '100.00' }), '241041c41b855d50ef2bde9c228102a2'],
  ['A6 zero is a value', notify('D6', '46', { money: '0.1', param: '0' }), 'ca4a2039b067b08ae63c2e713fda8aeb'],
  [
    'A7 a name that the gateway escaped',
    notify('D7', '47', { money: '19.9', type: 'qqpay', name: 'A &amp; B &lt;1&gt;' }),
    '6997178191506e1585e0a4632e2ea122',
  ],
  ['A8 an emoji of four bytes', notify('D8', '48', { money: '1', name: '套餐😀' }), '1f9022e7ea43faa51ed104eb3507a3f9'],
  [
    'A9 fields that we do not know',
    notify('D9', '49', {
      money: '8.8',
      addtime: '2026-11-20 17:58:11',
      buyer: '2088',
      endtime: '2026-11-20 18:00:00',
    }),
    '767a9522160a8174b0fd5f21c1ebf81d',
  ],
  [
    'A10 a value of spaces, by the rule of V1',
    notify('DA', '50', { money: '1', param: '   ' }),
    '05f3b9d0aedc979c111980ec328b86ab',
  ],
];

const a11 = (more: Record<string, string>) =>
  parametersOf({ money: '100', pid: '1001', trade_no: 'T1', trade_status: 'TRADE_SUCCESS', type: 'alipay', ...more });

describe('vectors of MD5', () => {
  it.each(MD5_VECTORS)('F21 %s', (_title, parameters, signature) => {
    expect(signV1(parameters, KEY)).toBe(signature);
    expect(verifyV1(parameters, signature, KEY)).toBe(true);
  });

  it('F21 A1 and A2 sign exactly these texts', () => {
    const [a1, a2] = MD5_VECTORS.map(([, parameters]) => textOf(parameters));
    expect(a1).toBe(
      `money=100.00&name=recharge&notify_url=${NOTIFY_URL}&out_trade_no=PO20261120A1B2C3D4&pid=1001&return_url=${RETURN_URL}&type=alipay`,
    );
    expect([a1, a2].map((text) => Buffer.byteLength(text ?? ''))).toEqual([199, 244]);
  });

  it('F21 A2 and A7 as they are on the wire', () => {
    const parse = (query: string) => parseMessage({ method: 'GET', query, body: Buffer.alloc(0), contentType: '' });
    const name = '%E4%B8%93%E4%B8%9A%E7%89%88+%E6%9C%88%E4%BB%98+%2B+100%25';
    const parsed = parse(`name=${name}`);
    expect(parsed.kind === 'parsed' && textOf(parsed.parameters)).toBe(`name=${mapi.name}`);
    // The gateway escaped the name, which brings the separator into a value: refused, whatever its signature.
    expect(parse('name=A+%26amp%3B+B+%26lt%3B1%26gt%3B')).toEqual({ kind: 'malformed', reason: 'AMPERSAND' });
  });

  it('F21 A10 counts by the rule of either build', () => {
    const parameters = notify('DA', '50', { money: '1', param: '   ' });
    expect(signV1(parameters, KEY, 'drop')).toBe('1f7a7510fd2ede61cdcff770e1877c31');
    expect(verifyV1(parameters, '1f7a7510fd2ede61cdcff770e1877c31', KEY)).toBe(true);
  });

  it('F21 A11 two messages with one signature, of which the parser reads neither', () => {
    const a = a11({ out_trade_no: 'ATTACKER1', name: 'x&out_trade_no=VICTIM01&param=' });
    const b = a11({ out_trade_no: 'VICTIM01', name: 'x', param: '&out_trade_no=ATTACKER1' });
    for (const parameters of [a, b]) {
      expect(signV1(parameters, KEY)).toBe('88a1e835a5a5e3ffd9c82d13ba4653b4');
      const query = new URLSearchParams(
        [...parameters].map(([name, value]) => [name, Buffer.from(value).toString()]),
      ).toString();
      const parsed = parseMessage({ method: 'GET', query, body: Buffer.alloc(0), contentType: '' });
      expect(parsed).toEqual({ kind: 'malformed', reason: 'AMPERSAND' });
    }
  });

  it('F21 A12 the bytes of GBK, and of UTF-8', () => {
    const rest = 'money=1&out_trade_no=PO1&pid=1001&trade_no=T9&trade_status=TRADE_SUCCESS&type=alipay';
    const read = (name: string) =>
      parseMessage({ method: 'GET', query: `${rest}&name=${name}`, body: Buffer.alloc(0), contentType: '' });
    const [gbk, utf8] = [read('%CC%D7%B2%CD'), read(encodeURIComponent('套餐'))];
    expect(gbk.kind === 'parsed' && signV1(gbk.parameters, KEY)).toBe('0bd5b0c389bf485d41945c7cbd52d263');
    expect(utf8.kind === 'parsed' && signV1(utf8.parameters, KEY)).toBe('f7ba324a6f508797d768b7f5002a7936');
  });

  it('F21 the vector of go-epay: the key follows at once', () => {
    const parameters = parametersOf({ money: 'moneyv', device: 'devicev' });
    expect(signV1(parameters, '1234567')).toBe('3854cc9f022e0fb821bd2e002260245d');
  });
});

describe('notifications recorded from a gateway', () => {
  const C1 =
    'pid=1001&trade_no=2026112102241045088&out_trade_no=T1795199050180&type=alipay&name=VIP%E4%BC%9A%E5%91%98+%26amp%3B+%E6%B5%8B%E8%AF%95%5C%26quot%3B%26lt%3Bb%26gt%3B%5C%26%23039%3B&money=10&trade_status=TRADE_SUCCESS&param=a+b%2Bc%26amp%3Bd%3De+%E4%B8%AD%E6%96%87&sign=c5b5484150fd98d993e006aaa261a0c8&sign_type=MD5';
  const C2 =
    'pid=1001&trade_no=2026112102241217442&out_trade_no=T1795199050192&type=alipay&name=%E5%A5%97%E9%A4%90%3F%E6%9C%88%E4%BB%98&money=1&trade_status=TRADE_SUCCESS&param=p%3F&sign=539665cc899bef134e9ea53fa7b8255b&sign_type=MD5';
  const C3 =
    'pid=1001&trade_no=2026112102241084447&out_trade_no=T1795199050181&type=alipay&name=VIP&money=0.1&trade_status=TRADE_SUCCESS&sign=2f855997f2bdea477b91b1a83b7151bb&sign_type=MD5';

  it('F21 C1 has a signature that holds, and is refused because a value holds the separator', () => {
    const all = parametersOf(Object.fromEntries(new URLSearchParams(C1)));
    expect(verifyV1(all, 'c5b5484150fd98d993e006aaa261a0c8', KEY)).toBe(true);
    expect(parseMessage({ method: 'GET', query: C1, body: Buffer.alloc(0), contentType: '' })).toEqual({
      kind: 'malformed',
      reason: 'AMPERSAND',
    });
  });

  it.each([
    ['C2', C2, '539665cc899bef134e9ea53fa7b8255b'],
    ['C3', C3, '2f855997f2bdea477b91b1a83b7151bb'],
  ])('F21 %s verifies as it came', (_name, query, signature) => {
    const parsed = parseMessage({ method: 'GET', query, body: Buffer.alloc(0), contentType: '' });
    expect(parsed.kind === 'parsed' && verifyV1(parsed.parameters, signature, KEY)).toBe(true);
  });
});

describe('vectors of RSA', () => {
  const r1 = parametersOf({
    clientip: '203.0.113.7',
    device: 'pc',
    method: 'web',
    money: '100.00',
    name: 'recharge',
    notify_url: NOTIFY_URL,
    out_trade_no: 'PO20261120A1B2C3D4',
    pid: '1001',
    return_url: RETURN_URL,
    timestamp: '1795168800',
    type: 'alipay',
    param: '',
  });
  const r2 = parametersOf({
    api_trade_no: '2026112022001498765432101234',
    buyer: '2088012345678901',
    money: '100',
    name: '专业版 月付',
    out_trade_no: 'PO20261120A1B2C3D4',
    pid: '1001',
    timestamp: '1795168805',
    trade_no: '2026112018000012345',
    trade_status: 'TRADE_SUCCESS',
    type: 'alipay',
  });

  it.each([
    ['R1', r1, R1_SIGN],
    ['R2', r2, R2_SIGN],
  ])('F21 %s verifies, and not with one character of it changed', (_name, parameters, signature) => {
    expect(verifyV2(parameters, signature, PUBLIC_KEY)).toBe(true);
    expect(verifyV2(parameters, `${signature.startsWith('r') ? 's' : 'r'}${signature.slice(1)}`, PUBLIC_KEY)).toBe(
      false,
    );
    const changed = new Map([...parameters, ['money', Buffer.from('100.01')]]);
    expect(verifyV2(changed, signature, PUBLIC_KEY)).toBe(false);
  });
});
