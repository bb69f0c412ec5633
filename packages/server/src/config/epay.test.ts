import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
};
const V1 = { EPAY_GATEWAY_URL: 'https://pay.example', EPAY_PID: '1001', EPAY_PROTOCOL: 'v1', EPAY_KEY: 'k' };
const V2 = { ...V1, EPAY_PROTOCOL: '', EPAY_PLATFORM_KEY: 'p' };

const BAD_ADDRESSES = [
  'http://pay.example',
  'http://127.0.0.1:80',
  'https://me@pay.example',
  'https://pay.example/?a=1',
];
const REFUSED: readonly (readonly [Record<string, string>, string])[] = [
  [{ EPAY_PID: '1001' }, 'EPAY_GATEWAY_URL is missing'],
  [{ EPAY_KEY: 'k' }, 'EPAY_GATEWAY_URL is missing'],
  [{ ...V1, EPAY_PID: '' }, 'EPAY_PID is missing'],
  [{ ...V1, EPAY_KEY: '' }, 'EPAY_KEY or EPAY_KEY_FILE is missing'],
  [{ ...V1, EPAY_KEY_FILE: 'key' }, 'EPAY_KEY and EPAY_KEY_FILE exclude each other'],
  [{ ...V1, EPAY_PLATFORM_KEY: 'p' }, 'EPAY_PLATFORM_KEY is for EPAY_PROTOCOL=v2'],
  [{ ...V2, EPAY_PLATFORM_KEY: '' }, 'EPAY_PLATFORM_KEY is missing'],
  [{ ...V1, EPAY_PREVIOUS_KEY: 'p' }, 'EPAY_PREVIOUS_KEY and EPAY_PREVIOUS_KEY_UNTIL belong together'],
  ...BAD_ADDRESSES.map(
    (url) =>
      [
        { ...V1, EPAY_GATEWAY_URL: url },
        'EPAY_GATEWAY_URL must be an https address without a user name, query or fragment',
      ] as const,
  ),
];

describe('the settings of a payment gateway', () => {
  it('make none by default, and then nobody is charged', () => {
    expect(readConfig({})).toMatchObject({ epay: null, quotaBasis: 'nothing' });
    expect(readConfig(V2).quotaBasis).toBe('plans');
  });

  it('are V2 by default, with buyers sent to a page', () => {
    expect(readConfig({ ...V2, EPAY_GATEWAY_URL: 'https://pay.example/epay/' }).epay).toEqual({
      gatewayUrl: 'https://pay.example/epay',
      pid: '1001',
      protocol: 'v2',
      key: { kind: 'value', text: 'k' },
      platformKey: 'p',
      previous: null,
      createBy: 'page',
      confirmFrom: 100_000n,
      refundSuccessCodes: [0],
      fullRefundsOnly: false,
      payHosts: [],
      allowLoopbackHttp: false,
    });
    expect(
      readConfig({ ...V2, EPAY_PAY_HOSTS: 'QR.example, b.example', EPAY_REFUND_SUCCESS_CODES: '0,1' }).epay,
    ).toMatchObject({
      payHosts: ['qr.example', 'b.example'],
      refundSuccessCodes: [0, 1],
    });
  });

  it.each(REFUSED)('are refused: %j', (settings, problem) => {
    expect(problemsOf(settings)).toEqual([problem]);
  });

  it.each([
    { EPAY_PID: 'a b' },
    { EPAY_PROTOCOL: 'v3' },
    { EPAY_PREVIOUS_KEY_UNTIL: 'tomorrow' },
    { EPAY_CONFIRM_FROM_FEN: '1.5' },
    { EPAY_REFUND_SUCCESS_CODES: '-1' },
    { EPAY_CREATE: 'form' },
  ])('name the one that does not fit: %j', (settings) => {
    expect(problemsOf({ ...V2, ...settings })).toEqual([expect.stringMatching(`^${Object.keys(settings)[0]}: `)]);
  });

  it('in production allow V1 only when it is switched on, and never a gateway on this machine', () => {
    const production = {
      REVERA_ENV: 'production',
      BASE_URL: 'https://revera.example',
      SMTP_HOST: 'mail.example',
      SMTP_FROM: 'a@revera.example',
    };
    expect(problemsOf({ ...production, ...V2 })).toEqual([]);
    expect(problemsOf({ ...production, ...V1 })).toEqual(['EPAY_PROTOCOL=v1 needs EPAY_ALLOW_V1=true in production']);
    expect(problemsOf({ ...production, ...V1, EPAY_ALLOW_V1: 'true' })).toEqual([]);
    expect(problemsOf({ ...production, ...V2, EPAY_ALLOW_LOOPBACK_HTTP: 'true' })).toEqual([
      'EPAY_ALLOW_LOOPBACK_HTTP is not allowed in production',
    ]);
    const local = { EPAY_ALLOW_LOOPBACK_HTTP: 'true', EPAY_GATEWAY_URL: 'http://127.0.0.1:8090' };
    expect(problemsOf({ ...V2, ...local })).toEqual([]);
  });
});
