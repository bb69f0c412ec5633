import { createAuthority } from '@revera/testkit/authorities';
import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../../platform/clock.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { PROGRAM_VERSION } from '../../shared/version.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { pagePath } from '../kit/site-map.ts';
import { STATUS_PAGE } from './words.ts';
import { createTrustStore, importTrustList } from '../../features/trust/index.ts';

const IMPORTED_AT = '2026-11-20T08:00:00.000Z';
const HOUR_MS = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());

type Change = Parameters<TestServer['variant']>[0];

async function read(path = '/en/status', change: Change = {}, asked = server) {
  const { statusCode, headers, body } = await asked.variant(change).app.inject({ url: path });
  return { status: statusCode, headers, body };
}

/** Name, word and text of each row. */
function rowsOf(html: string): string[] {
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd><dd>(.*?)<\/dd>/g)].map((row) =>
    row
      .slice(1)
      .map((cell) => cell.replaceAll(/<[^>]+>/g, ''))
      .join(' | '),
  );
}

describe('the status page', () => {
  it.each(LANGUAGES)('in %s is valid HTML, says when it was checked, and is kept by nobody', async (language) => {
    const { status, headers, body } = await read(pagePath(language, 'status'));
    expect([status, headers['cache-control'], headers['content-language']]).toEqual([200, 'no-store', language]);
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'void-style': 'off', 'no-inline-style': 'error' },
    }).validateString(body);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    const words = STATUS_PAGE[language];
    expect(body).toContain(words.note);
    expect(body).toMatch(new RegExp(`${words.checkedAt} <time datetime="\\d{4}-\\d\\d-\\d\\dT`));
    expect(body).toContain(`<code>${PROGRAM_VERSION}</code>`);
    expect(body).toContain('<a href="/ready">');
    expect(body).toContain('<a href="/v1/status">');
  });

  it('tells what customers need, the certificate of the installation itself, and lists that nobody set up', async () => {
    const { body } = await read();
    expect(rowsOf(body)).toEqual([
      expect.stringMatching(/^Verifying \| Operational \| Files are analysed and judged\./),
      expect.stringMatching(/^Signing \| Operational \| Files are signed and stored\./),
      expect.stringMatching(/^Site and accounts \| Operational \| /),
      expect.stringMatching(/^Webhooks \| Operational \| /),
      'C2PA trust list | Not used | Not enabled by the operator.',
      'C2PA time-stamping authorities | Not used | Not enabled by the operator.',
      'Earlier interim list | Not used | Not enabled by the operator.',
      expect.stringMatching(/^Added by this service \| In use \| Copy from .* UTC · Certificates: 1$/),
      'C2PA conforming products | No copy | There is no copy. No verdict depends on it.',
      expect.stringMatching(/^Signing certificate \| Development \| .*sandbox/),
      expect.stringMatching(/^Time stamps \| /),
    ]);
    expect(body).toContain('All systems operational');
  });

  it('503 and still a page when the database is gone', async () => {
    const { status, body } = await read('/en/status', { services: { database: await server.goneDatabase() } });
    expect([status, body.includes('Some systems are down')]).toEqual([503, true]);
    for (const part of ['Verifying', 'Signing', 'Site and accounts', 'Webhooks']) {
      expect(rowsOf(body)).toContainEqual(expect.stringMatching(new RegExp(`^${part} \\| Down \\| `)));
    }
    expect(body).toContain('What was recorded cannot be read at the moment.');
    expect(body).toContain('Incidents cannot be read at the moment.');
  });

  it('tells that work is not begun', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `insert into job (id, queue, kind, input, run_at) values ('job_late', 'nobody', 'analysis', '{}', now() - interval '7 minutes')`,
    );
    const { status, body } = await read();
    await pool.query(`delete from job where id = 'job_late'`);
    expect([status, body.includes('Operational, with limitations')]).toEqual([200, true]);
    expect(rowsOf(body)).toContainEqual(
      expect.stringMatching(/^Verifying \| Limited \| It works, but queued jobs are late/),
    );
  });

  it('tells the age of a list, and 503 once it is older than allowed', async () => {
    const clock = fixedClock(IMPORTED_AT);
    // A service of its own: no other test meets a list that was imported at this instant.
    const other = await openTestServer();
    const { database, log, config } = other.services;
    const c2pa = { anchorsUrl: 'https://lists.example/c2pa.pem', allowedUrl: '' };
    const trustConfig = { ...config.trust, sources: { ...config.trust.sources, c2pa } };
    await importTrustList(
      { database, clock, log, config: { trust: trustConfig } },
      {
        name: 'c2pa',
        anchorsText: (await createAuthority()).rootPem,
        sourceName: 'test',
        actor: { actor: { kind: 'system', id: null } },
      },
    );
    const trust = await createTrustStore({ database, clock, log, config: trustConfig });
    clock.advance(trustConfig.freshForMs - HOUR_MS);
    const fresh = await read('/en/status', { services: { trust, clock } }, other);
    clock.advance(2 * HOUR_MS);
    const stale = await read('/en/status', { services: { trust, clock } }, other);
    await trust.close();
    await other.close();
    const row = 'C2PA trust list | In use | Copy from Nov 20, 2026, 08:00 UTC · Certificates: 1';
    expect([fresh.status, rowsOf(fresh.body)]).toEqual([200, expect.arrayContaining([row])]);
    const old =
      'C2PA trust list | Out of date | Copy from Nov 20, 2026, 08:00 UTC · Certificates: 1 · The copy is older than allowed.';
    expect([stale.status, rowsOf(stale.body)]).toEqual([503, expect.arrayContaining([old])]);
  });

  it('shows what was recorded, and says where nothing was', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `insert into health_sample (slot, component, state)
       select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '2 days' + n * interval '5 minutes',
         'sign', case n when 0 then 'fails' else 'works' end
       from generate_series(0, 9) as n`,
    );
    const { body } = await read();
    await pool.query('delete from health_sample');
    const text = body.replaceAll(/<[^>]+>/g, ' ');
    expect(text).toMatch(/Working in 90% of 10 samples since \d{4}-\d\d-\d\d\./);
    expect(body.match(/class="day-fails"/g)).toHaveLength(1);
    expect(body.match(/class="day-none"/g)).toHaveLength(4 * 90 - 1);
    expect(text).toContain('Nothing has been recorded yet.');
    expect(text).toContain('9 operational, 0 limited, 1 down');
  });

  it.each(Object.entries(hostileTexts))(
    'shows what the operator tells of an incident as text (%s)',
    async (_, hostile) => {
      const { pool } = server.services.database;
      const text = hostile.replaceAll('\u0000', '');
      await pool.query(`insert into incident (id, component, title_en) values ('inc_1', 'all', left($1, 200))`, [text]);
      await pool.query(
        `insert into incident_update (incident_id, state, text_zh_cn) values ('inc_1', 'monitoring', left($1, 2000))`,
        [text],
      );
      const { body } = await read();
      const chinese = await read('/zh-cn/status');
      await pool.query('delete from incident');
      expect(body.match(/<script>|<img|[\u202a-\u202e\u2066-\u2069]/g)).toBeNull();
      expect(body).toContain('<span lang="zh-CN">');
      expect(chinese.body).toContain('<span lang="en">');
      expect([body.includes('Monitoring'), chinese.body.includes('观察中')]).toEqual([true, true]);
      // What is going on stands above what was recorded.
      expect(body.indexOf('class="incident"')).toBeLessThan(body.indexOf('class="days"'));
    },
  );
});
