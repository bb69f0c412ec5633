import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parametersOf } from './canonical.ts';
import { peekMessage, verifyNotify, verifyReturn, type EpayAccount, type EpayMessage } from './index.ts';
import { signV1 } from './signature.ts';
import {
  byGet,
  byPost,
  NOW,
  timestampAt,
  V1_ACCOUNT,
  V1_KEY,
  v1Fields,
  V2_ACCOUNT,
  v2Fields,
  without,
} from './test-messages.ts';

const outcome = (account: EpayAccount, message: EpayMessage, now = NOW) => {
  const verdict = verifyNotify(account, message, now);
  return verdict.kind === 'verified' ? 'verified' : verdict.reason;
};
const v1 = (message: EpayMessage, now?: Date) => outcome(V1_ACCOUNT, message, now);
const v2 = (message: EpayMessage, now?: Date) => outcome(V2_ACCOUNT, message, now);
const resigned = (fields: Readonly<Record<string, string>>, sign: string) => byGet({ ...fields, sign });
const later = new Date(NOW.getTime() + 1_000);

describe('a notification', () => {
  it('is read when it verifies', () => {
    const notice = {
      pid: '1001',
      tradeNo: '2026112018000012345',
      outTradeNo: 'PO20261120A1B2C3D4',
      money: 10_000n,
      tradeStatus: 'TRADE_SUCCESS',
      isPaid: true,
      type: 'alipay',
      apiTradeNo: null,
    };
    expect(verifyNotify(V1_ACCOUNT, byGet(v1Fields()), NOW)).toEqual({ kind: 'verified', notice });
    const v2Notice = { ...notice, apiTradeNo: '20881', isPaid: false, tradeStatus: 'TRADE_CLOSED' };
    const message = byGet(v2Fields({ api_trade_no: '20881', trade_status: 'TRADE_CLOSED' }));
    expect(verifyNotify(V2_ACCOUNT, message, NOW)).toEqual({ kind: 'verified', notice: v2Notice });
  });

  it('counts the same by GET, by POST of a form, and by POST of an empty body with a query', () => {
    const query = byGet(v1Fields()).query;
    expect([v1(byGet(query)), v1(byPost(query)), v1(byPost('', query))]).toEqual(['verified', 'verified', 'verified']);
  });

  it('names its order before it is verified, where it can be read', () => {
    expect(peekMessage(byGet(v1Fields()))).toEqual({ outTradeNo: 'PO20261120A1B2C3D4', pid: '1001' });
    expect(peekMessage(byGet(without(v1Fields(), 'pid')))).toBeNull();
    expect(peekMessage(byGet('pid=%zz'))).toBeNull();
  });
});

describe('the signature', () => {
  const fields = v1Fields();
  const good = fields['sign'] ?? '';
  it.each([
    ['one bit off', `${good.startsWith('0') ? '1' : '0'}${good.slice(1)}`],
    ['in upper case', good.toUpperCase()],
    ['of 31 characters', good.slice(1)],
    ['of 33 characters', `${good}0`],
    ['empty', ''],
    ['0', '0'],
    ['true', 'true'],
    ['with a space in front', ` ${good}`],
  ])('F5 is refused: %s', (_title, sign) => {
    expect(v1(resigned(fields, sign))).toBe('SIGNATURE');
    expect(v2(resigned(v2Fields(), sign))).toBe('SIGNATURE');
  });

  it('F5 is refused when it is missing or an array', () => {
    expect(v1(byGet(without(fields, 'sign')))).toBe('SIGNATURE');
    expect(v1(byGet(`${byGet(without(fields, 'sign')).query}&sign[]=x`))).toBe('NAME');
    expect(v1(byGet(`${byGet(without(fields, 'sign')).query}&sign%5B%5D=x`))).toBe('NAME');
  });

  it('F5 is refused in base64 that is written another way, or of another length', () => {
    const sign = v2Fields()['sign'] ?? '';
    for (const other of [`${sign}\n`, sign.replace(/=+$/, ''), `${sign}AAAA`, sign.slice(4), ` ${sign}`]) {
      expect(v2(resigned(v2Fields(), other))).toBe('SIGNATURE');
    }
  });

  it.each(Object.keys(v2Fields()))('F6 no longer holds when %s is changed', (name) => {
    for (const [given, check] of [
      [v1Fields(), v1],
      [v2Fields(), v2],
    ] as const) {
      const text = given[name];
      if (text === undefined) continue;
      const changed = `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`;
      expect(check(byGet({ ...given, [name]: changed }))).not.toBe('verified');
    }
  });

  it('F7 is refused with an empty key, the old key after its time, and the key of another account', () => {
    expect(v1(byGet(v1Fields({}, '')))).toBe('SIGNATURE');
    const empty: EpayAccount = { ...V1_ACCOUNT, keys: { protocol: 'v1', key: '', previous: null } };
    expect(outcome(empty, byGet(v1Fields({}, '')))).toBe('SIGNATURE');
    const previous = { key: 'the-old-key-of-ours', verifyUntil: NOW };
    const rotated: EpayAccount = { ...V1_ACCOUNT, keys: { protocol: 'v1', key: V1_KEY, previous } };
    expect(outcome(rotated, byGet(v1Fields({}, previous.key)))).toBe('SIGNATURE');
    expect(v1(byGet(v1Fields({}, 'the-key-of-another-account')))).toBe('SIGNATURE');
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(v2(byGet(v2Fields({}, other.privateKey)))).toBe('SIGNATURE');
    const old = { key: other.publicKey, verifyUntil: NOW };
    const { keys } = V2_ACCOUNT;
    const rotatedV2 = { ...V2_ACCOUNT, keys: keys.protocol === 'v2' ? { ...keys, previous: old } : keys };
    expect(outcome(rotatedV2, byGet(v2Fields({}, other.privateKey)))).toBe('SIGNATURE');
  });

  it('F8 of the old key counts until its time', () => {
    const previous = { key: 'the-old-key-of-ours', verifyUntil: later };
    const rotated: EpayAccount = { ...V1_ACCOUNT, keys: { protocol: 'v1', key: V1_KEY, previous } };
    expect(outcome(rotated, byGet(v1Fields({}, previous.key)))).toBe('verified');
    expect(outcome(rotated, byGet(v1Fields()))).toBe('verified');
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { keys } = V2_ACCOUNT;
    const old = { key: other.publicKey, verifyUntil: later };
    const rotatedV2 = { ...V2_ACCOUNT, keys: keys.protocol === 'v2' ? { ...keys, previous: old } : keys };
    expect(outcome(rotatedV2, byGet(v2Fields({}, other.privateKey)))).toBe('verified');
  });

  it('is refused for another merchant, though signed with our key', () => {
    expect([v1(byGet(v1Fields({ pid: '1002' }))), v2(byGet(v2Fields({ pid: '1002' })))]).toEqual(['PID', 'PID']);
  });
});

describe('the protocol', () => {
  it('F10 is that of the account, and no other signature counts', () => {
    expect(v2(byGet(v1Fields({ timestamp: timestampAt(0) })))).toBe('PROTOCOL');
    expect(v1(byGet(v2Fields()))).toBe('PROTOCOL');
    expect(v2(byGet(without(v1Fields(), 'sign_type')))).toBe('SIGNATURE');
    expect(v1(byGet(without(v2Fields(), 'sign_type')))).toBe('SIGNATURE');
  });

  it.each(['md5', 'SHA256', 'RSA2', 'rsa', ''])('F10 sign_type "%s" is refused', (sign_type) => {
    expect(v1(byGet({ ...v1Fields(), sign_type }))).toBe('PROTOCOL');
    expect(v2(byGet({ ...v2Fields(), sign_type }))).toBe('PROTOCOL');
  });

  it('F10 a missing sign_type means the protocol of the account', () => {
    expect(v1(byGet(without(v1Fields(), 'sign_type')))).toBe('verified');
    expect(v2(byGet(without(v2Fields(), 'sign_type')))).toBe('verified');
  });
});

describe('the time of a V2 message', () => {
  it.each([timestampAt(-301), timestampAt(301), 'soon', '1e9', '-1795168800', ''])('F11 %s is refused', (timestamp) => {
    expect(verifyNotify(V2_ACCOUNT, byGet(v2Fields({ timestamp })), NOW)).toEqual({
      kind: 'refused',
      reason: 'TIMESTAMP',
      // By which the caller asks the gateway at once.
      outTradeNo: 'PO20261120A1B2C3D4',
    });
  });

  it('F11 300 seconds either way are accepted, and V1 has no such time', () => {
    expect([-300, 300].map((seconds) => v2(byGet(v2Fields({ timestamp: timestampAt(seconds) }))))).toEqual([
      'verified',
      'verified',
    ]);
    expect(v1(byGet(v1Fields()), new Date(NOW.getTime() + 86_400_000))).toBe('verified');
  });

  it('F12 with our clock wrong by ten minutes every V2 notification is refused for its time alone', () => {
    const wrong = new Date(NOW.getTime() + 600_000);
    expect(v2(byGet(v2Fields()), wrong)).toBe('TIMESTAMP');
    expect(verifyReturn(V2_ACCOUNT, byGet(v2Fields()), wrong).kind).toBe('verified');
  });
});

describe('money', () => {
  it.each(['100', '100.0', '100.00'])('F13 %s is 10,000 fen', (money) => {
    for (const verdict of [
      verifyNotify(V1_ACCOUNT, byGet(v1Fields({ money })), NOW),
      verifyNotify(V2_ACCOUNT, byGet(v2Fields({ money })), NOW),
    ]) {
      expect(verdict.kind === 'verified' && verdict.notice.money).toBe(10_000n);
    }
  });

  it.each([
    '1e2',
    '+100',
    '-100',
    '0100',
    '100.000',
    '100.',
    '.5',
    ' 100',
    '100 ',
    '１００',
    '1,00',
    '1_00',
    'NaN',
    'Infinity',
    '0x64',
    '1'.repeat(40),
    '100000000',
    '',
    '0',
    '0.00',
  ])('F15 "%s" is refused, though it is signed', (money) => {
    expect([v1(byGet(v1Fields({ money }))), v2(byGet(v2Fields({ money })))]).toEqual(['FIELD', 'FIELD']);
  });
});

describe('other fields', () => {
  it('F17 an unknown field counts when it is signed, and is refused when it is not', () => {
    expect(v1(byGet(v1Fields({ addtime: '2026-11-20 17:58:11' })))).toBe('verified');
    expect(v2(byGet(v2Fields({ addtime: '2026-11-20 17:58:11' })))).toBe('verified');
    expect(v1(byGet({ ...v1Fields(), addtime: 'now' }))).toBe('SIGNATURE');
    expect(v2(byGet({ ...v2Fields(), addtime: 'now' }))).toBe('SIGNATURE');
  });

  it('F18 a value that holds the separator is refused, though the signature holds', () => {
    const b = { out_trade_no: 'VICTIM01', name: 'x', param: '&out_trade_no=ATTACKER1', money: '100', pid: '1001' };
    const fields = { ...b, trade_no: 'T1', trade_status: 'TRADE_SUCCESS', type: 'alipay' };
    const a = { ...without(fields, 'param'), out_trade_no: 'ATTACKER1', name: 'x&out_trade_no=VICTIM01&param=' };
    const sign = signV1(parametersOf(a), V1_KEY);
    expect(signV1(parametersOf(fields), V1_KEY)).toBe(sign);
    expect(v1(byGet({ ...fields, sign, sign_type: 'MD5' }))).toBe('AMPERSAND');
  });

  it('a missing or impossible one is refused', () => {
    for (const name of ['pid', 'trade_no', 'out_trade_no', 'trade_status', 'money']) {
      expect(v1(byGet(v1Fields({ [name]: '' })))).toBe('FIELD');
    }
    expect(v1(byGet(v1Fields({ out_trade_no: "PO1' OR '1'='1" })))).toBe('FIELD');
  });
});

describe('the form of a message', () => {
  const signed = byGet(v1Fields()).query;
  it.each([
    ['money twice', `${signed}&money=100`, 'REPEATED'],
    ['the order number twice', `${signed}&out_trade_no=PO2`, 'REPEATED'],
    ['a name escaped and repeated', `${signed}&mone%79=100`, 'REPEATED'],
    ['an array', `${signed}&a[b]=c`, 'NAME'],
    ['the prototype', `${signed}&__proto__=x`, 'NAME'],
    ['an empty name', `${signed}&=x`, 'NAME'],
    ['65 parameters', Array.from({ length: 65 }, (_, i) => `a${i}=1`).join('&'), 'TOO_MANY'],
    ['17 KiB', `a=${'x'.repeat(17 * 1024)}`, 'TOO_LARGE'],
    ['NUL', `${signed}&a=%00`, 'NUL'],
    ['an escape of nothing', `${signed}&a=%zz`, 'ESCAPE'],
    ['half an escape', `${signed}&a=%4`, 'ESCAPE'],
    ['UTF-8 that is none in a field that we read', signed.replace('100', '%FF'), 'FIELD'],
    ['UTF-8 that is none elsewhere, unsigned', `${signed}&a=%C3%28`, 'SIGNATURE'],
  ])('F19 %s is refused', (_title, text, reason) => {
    expect([v1(byGet(text)), v1(byPost(text))]).toEqual([reason, reason]);
  });

  it('F19 64 parameters and 16 KiB are read', () => {
    const some = Object.fromEntries(Array.from({ length: 55 }, (_, i) => [`a${i}`, '1']));
    expect(Object.keys(v1Fields(some))).toHaveLength(64);
    expect(v1(byGet(v1Fields(some)))).toBe('verified');
    const rest = 16 * 1024 - byGet(v1Fields({ a: '' })).query.length;
    expect([v1(byGet(v1Fields({ a: 'x'.repeat(rest) }))), v1(byGet(v1Fields({ a: 'x'.repeat(rest + 1) })))]).toEqual([
      'verified',
      'TOO_LARGE',
    ]);
  });

  it('F20 protocol fields in both the body and the query are refused', () => {
    expect(v1(byPost(signed, 'money=1'))).toBe('TWO_SOURCES');
    expect(v1(byPost('money=1', signed))).toBe('TWO_SOURCES');
    expect(v1({ ...byPost('money=1', signed), method: 'GET' })).toBe('TWO_SOURCES');
    expect(v1(byPost(signed, 'from=cdn'))).toBe('verified');
  });

  it('a body that is no form is refused', () => {
    expect(v1({ ...byPost(signed), contentType: 'application/json' })).toBe('NOT_A_FORM');
    expect(v1({ ...byPost(signed), contentType: '' })).toBe('NOT_A_FORM');
  });

  it('a name in GBK is no obstacle to a signature over its bytes', () => {
    const bytes = new Map([...parametersOf(without(v1Fields(), 'sign')), ['name', Buffer.from('ccd7b2cd', 'hex')]]);
    const query = byGet(without(without(v1Fields(), 'sign'), 'name')).query;
    expect(v1(byGet(`${query}&name=%CC%D7%B2%CD&sign=${signV1(bytes, V1_KEY)}`))).toBe('verified');
  });

  it('a plus sign that arrives bare is a space, so that its signature fails', () => {
    const queries = Array.from({ length: 20 }, (_, at) => byGet(v2Fields({ trade_no: String(at) })).query);
    const query = queries.find((text) => text.includes('%2B')) ?? '';
    expect([v2(byGet(query)), v2(byGet(query.replaceAll('%2B', '+')))]).toEqual(['verified', 'SIGNATURE']);
  });
});
