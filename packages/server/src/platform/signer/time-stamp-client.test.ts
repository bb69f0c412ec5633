import { createHash } from 'node:crypto';
import { hasOpenssl } from '@revera/testkit/authorities';
import {
  startTimeStampAuthority,
  startTrustListHost,
  type TimeStampAuthority,
  type TimeStampBehaviour,
} from '@revera/testkit/servers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, fixedClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createTimeStampClient, TimeStampUnavailableError, type TimeStampClientOptions } from './time-stamp-client.ts';

const DATA = new TextEncoder().encode('what is signed');

describe.runIf(hasOpenssl())('createTimeStampClient', () => {
  let first: TimeStampAuthority;
  let second: TimeStampAuthority;
  let lines: string[];
  let seen: [number, number];
  beforeAll(async () => {
    first = await startTimeStampAuthority();
    second = await startTimeStampAuthority({ authority: first.authority });
  });
  beforeEach(() => {
    for (const server of [first, second]) server.set('granted');
    lines = [];
    seen = [first.requests.length, second.requests.length];
  });
  afterAll(() => Promise.all([first.close(), second.close()]));

  const client = (options: Partial<TimeStampClientOptions> = {}) =>
    createTimeStampClient({
      urls: [`${first.url}/tsr?key=s3cret`, second.url],
      timeoutMs: 20_000,
      allowLoopbackHttp: true,
      // openssl stamps by the machine's clock.
      clock: systemClock,
      log: createLog({ level: 'warn', write: (line) => lines.push(line) }),
      ...options,
    });
  const requests = () => [first.requests.length - seen[0], second.requests.length - seen[1]];

  it('has the digest of the bytes stamped by the first authority', async () => {
    const stamp = await client().stamp(DATA);
    expect(stamp.authority).toContain('CN=Revera Test Time Stamps');
    expect(requests()).toEqual([1, 0]);
    const query = first.requests.at(-1);
    expect(query).toMatchObject({
      contentType: 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    });
    const imprint = createHash('sha256').update(DATA).digest();
    expect(Buffer.from(query?.body ?? []).includes(imprint)).toBe(true);
    expect(Buffer.from(stamp.token).includes(imprint)).toBe(true);
    expect(lines).toEqual([]);
  });

  it('sends another nonce with each request, of 16 bytes', async () => {
    const nonces = [0x11, 0x22].map((byte) => new Uint8Array(16).fill(byte));
    const sizes: number[] = [];
    const randomBytes = (size: number) => nonces[sizes.push(size) - 1] ?? new Uint8Array();
    first.set('rejected');
    await client({ randomBytes }).stamp(DATA);
    expect(sizes).toEqual([16, 16]);
    const bodies = [first, second].map((server) => Buffer.from(server.requests.at(-1)?.body ?? []));
    expect(bodies.map((body, at) => body.includes(Buffer.from(nonces[at] ?? [])))).toEqual([true, true]);
  });

  it.each<[TimeStampBehaviour, string]>([
    ['rubbish', 'MALFORMED'],
    ['rejected', 'NOT_GRANTED'],
    ['other_imprint', 'IMPRINT_MISMATCH'],
    ['http_500', 'STATUS_REFUSED'],
    ['slow_then_drop', 'BODY_BROKEN'],
  ])('asks the second authority when the first answers %s, and says so in the log', async (behaviour, code) => {
    first.set(behaviour);
    await client().stamp(DATA);
    expect(requests()).toEqual([1, 1]);
    const logged = lines.map((line) => JSON.parse(line) as { reason: string });
    expect(logged).toMatchObject([{ level: 'warn', host: `127.0.0.1:${first.port}`, round: 1 }]);
    expect(logged[0]?.reason).toContain(code);
  });

  it('asks the second authority when the first is down', async () => {
    const gone = await startTimeStampAuthority({ authority: first.authority });
    await gone.close();
    await client({ urls: [gone.url, second.url] }).stamp(DATA);
    expect(requests()).toEqual([0, 1]);
    expect(lines).toHaveLength(1);
  });

  it('comes back to the first authority in the second round', async () => {
    const gone = await startTimeStampAuthority({ authority: first.authority });
    await gone.close();
    let asked = 0;
    // A nonce is drawn for each request: with the third one the first authority is well again.
    const randomBytes = (size: number) => {
      asked += 1;
      if (asked === 3) first.set('granted');
      return new Uint8Array(size).fill(asked);
    };
    first.set('http_500');
    await client({ urls: [first.url, gone.url], randomBytes }).stamp(DATA);
    expect(requests()).toEqual([2, 0]);
    expect(lines).toHaveLength(2);
  });

  it('gives up after exactly two rounds, each request with its own time limit, and tells why without secrets', async () => {
    first.set('silent');
    second.set('other_imprint');
    // The limit holds for the second authority too, but nothing waits for its answer to be in time.
    const refusal = client({ timeoutMs: 400 }).stamp(DATA);
    await expect(refusal).rejects.toBeInstanceOf(TimeStampUnavailableError);
    expect(requests()).toEqual([2, 2]);
    const { message } = (await refusal.catch((error: unknown) => error)) as Error;
    const [host1, host2] = [first, second].map(({ port }) => `127.0.0.1:${port}`);
    expect(message).toMatch(new RegExp(`${host1}: TIMEOUT .*${host2}: .*${host1}: TIMEOUT .*${host2}: `));
    expect(lines).toHaveLength(4);
    expect(message + lines.join('')).not.toContain('s3cret');
  });

  it('does not repeat where a redirect leads, which may be the address with its credentials', async () => {
    const host = await startTrustListHost({ '/a?key=s3cret': { kind: 'redirect', location: '/b?key=s3cret' } });
    try {
      const refusal = client({ urls: [`${host.url}/a?key=s3cret`] }).stamp(DATA);
      await expect(refusal).rejects.toThrow(/REDIRECT_REFUSED; .*REDIRECT_REFUSED$/);
      expect(lines.join('')).not.toContain('s3cret');
    } finally {
      await host.close();
    }
  });

  it('refuses a time that is far from the clock', async () => {
    const clock = fixedClock(new Date(systemClock.now().getTime() + 3_600_000));
    await expect(client({ clock }).stamp(DATA)).rejects.toThrow(/TIME_IMPLAUSIBLE/);
  });

  it('does not contact this machine unless that is allowed', async () => {
    await expect(client({ allowLoopbackHttp: false }).stamp(DATA)).rejects.toThrow(/ADDRESS_REFUSED/);
    expect(requests()).toEqual([0, 0]);
  });

  it('says that no authority is configured', async () => {
    await expect(client({ urls: [] }).stamp(DATA)).rejects.toThrow('no authority is configured');
  });
});
