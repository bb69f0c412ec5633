import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { newId } from '../../shared/ids.ts';
import { exportJobs, JOBS_SEARCHED_MAX, listJobs, type JobSummary } from './index.ts';
import { selectJobs } from './queries/list.ts';

interface StoredJob {
  organization: string | null;
  queue?: string;
  kind?: string;
  status?: string;
  filename?: string | null;
  result?: object | null;
  errorCode?: string | null;
  at?: string;
  finishedAt?: string | null;
}

let database: TestDatabase;
/** Of the tests of pages: five jobs, of which three were made in the same microsecond. */
let mine: string;
let other: string;
let order: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  [mine, other] = [await newOrganization(), await newOrganization()];
  const at = (micros: string) => `2026-03-01T00:00:00.${micros}Z`;
  const oldest = await store({ organization: mine, at: at('000000') });
  const same = [];
  for (let index = 0; index < 3; index += 1) same.push(await store({ organization: mine, at: at('000001') }));
  // A microsecond later: the same to a clock of milliseconds.
  const newest = await store({ organization: mine, at: at('000002') });
  order = [newest, ...same.toSorted().toReversed(), oldest];
  for (let index = 0; index < 5; index += 1) await store({ organization: other, at: at('000001') });
  await store({ organization: null, at: at('000001') });
});
afterAll(() => database.drop());

async function newOrganization(): Promise<string> {
  const id = newId('organization');
  await database.pool.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [id]);
  return id;
}

async function store(job: StoredJob): Promise<string> {
  const id = newId('job');
  const { status = 'completed', result = null, at = '2026-03-01T00:00:00Z' } = job;
  const finishedAt = job.finishedAt === undefined ? at : job.finishedAt;
  await database.pool.query(
    `insert into job (id, queue, kind, status, organization_id, filename, input, result, error_code, created_at, finished_at)
      values ($1, $2, $3, $4, $5, $6, '{}', $7, $8, $9, $10)`,
    [
      id,
      job.queue ?? 'media',
      job.kind ?? 'verification',
      status,
      job.organization,
      job.filename ?? null,
      result === null ? null : JSON.stringify(result),
      job.errorCode ?? null,
      at,
      finishedAt,
    ],
  );
  return id;
}

const idsOf = (jobs: readonly JobSummary[]) => jobs.map(({ id }) => id);

/** Every page of this size from the newest on. */
async function allPages(organizationId: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined; ;) {
    const { jobs, next } = await listJobs(database.db, organizationId, { limit, before });
    pages.push(idsOf(jobs));
    if (next === null) return pages;
    before = next;
  }
}

describe('listJobs', () => {
  it('answers an organization’s own, newest first, and nobody else’s', async () => {
    expect(await listJobs(database.db, mine, { limit: 20 })).toMatchObject({
      jobs: order.map((id) => ({ id })),
      next: null,
    });
    const { jobs } = await listJobs(database.db, other, { limit: 20 });
    expect(jobs).toHaveLength(5);
    expect(jobs.some(({ id }) => order.includes(id))).toBe(false);
    expect(await listJobs(database.db, await newOrganization(), { limit: 20 })).toEqual({ jobs: [], next: null });
  });

  it.each([1, 2, 3, 4, 5])('gives each job once in pages of %i, also those of the same microsecond', async (limit) => {
    const pages = await allPages(mine, limit);
    expect(pages.flat()).toEqual(order);
    expect(pages).toHaveLength(Math.ceil(order.length / limit));
  });

  it('moves nothing when a job is added between two pages', async () => {
    const organization = await newOrganization();
    const [first, second] = [
      await store({ organization, at: '2026-03-01T00:00:00Z' }),
      await store({ organization, at: '2026-03-02T00:00:00Z' }),
    ];
    const { jobs, next } = await listJobs(database.db, organization, { limit: 1 });
    expect([idsOf(jobs), next]).toEqual([[second], second]);
    await store({ organization, at: '2026-03-03T00:00:00Z' });
    const rest = await listJobs(database.db, organization, { limit: 1, before: second });
    expect([idsOf(rest.jobs), rest.next]).toEqual([[first], null]);
  });

  it('tells nothing by a job of another organization, of nobody, or by what names none', async () => {
    const [ofOther] = (await listJobs(database.db, other, { limit: 1 })).jobs;
    const anonymous = await store({ organization: null, at: '2026-04-01T00:00:00Z' });
    for (const before of [ofOther?.id ?? '', anonymous, newId('job'), '', 'job_\u0000', "' or true --"]) {
      expect(await listJobs(database.db, mine, { limit: 20, before })).toEqual({ jobs: [], next: null });
    }
  });

  it('is of jobs of the queue for media: the service’s own are none of it', async () => {
    const organization = await newOrganization();
    await store({ organization, queue: 'mail', kind: 'mail' });
    const own = await store({ organization, kind: 'signing' });
    expect(idsOf((await listJobs(database.db, organization, { limit: 20 })).jobs)).toEqual([own]);
  });

  it.each([
    [0, 1],
    [-5, 1],
    [1.9, 1],
    [1_000_000, 100],
  ])('holds the limit %d at %d', async (limit, count) => {
    const organization = await newOrganization();
    for (let index = 0; index <= 100; index += 1) {
      await store({ organization, at: new Date(randomInt(1_700_000_000_000)).toISOString() });
    }
    const { jobs, next } = await listJobs(database.db, organization, { limit });
    expect(jobs).toHaveLength(count);
    expect(next).toBe(jobs.at(-1)?.id);
  });

  it('says what a completed, a failed, an open and an expired job are', async () => {
    const organization = await newOrganization();
    const completed = await store({
      organization,
      filename: '<b>\u202egpj.exe',
      result: { provenance_status: 'binding_failed', integrity_status: 'x' },
      at: '2026-03-04T00:00:00Z',
      finishedAt: '2026-03-04T00:00:01.234Z',
    });
    const failed = { organization, at: '2026-03-03T00:00:00Z', status: 'failed', errorCode: 'JOB_TIMEOUT' };
    await store(failed);
    await store({ organization, at: '2026-03-02T00:00:00Z', kind: 'signing', status: 'queued', finishedAt: null });
    await store({ organization, at: '2026-03-01T00:00:00Z', status: 'expired' });
    const { jobs } = await listJobs(database.db, organization, { limit: 20 });
    expect(jobs[0]).toEqual({
      id: completed,
      kind: 'verification',
      status: 'completed',
      filename: '<b>\u202egpj.exe',
      provenance_status: 'binding_failed',
      error: null,
      api_key_id: null,
      credential_id: null,
      took_ms: null,
      created_at: new Date('2026-03-04T00:00:00Z'),
      finished_at: new Date('2026-03-04T00:00:01.234Z'),
      expires_at: null,
    });
    const none = { filename: null, provenance_status: null };
    expect(jobs.slice(1)).toMatchObject([
      { ...none, status: 'failed', error: 'JOB_TIMEOUT' },
      { ...none, status: 'queued', kind: 'signing', error: null, finished_at: null },
      { ...none, status: 'expired', error: null },
    ]);
  });

  it('reads a page off the index, from its cursor on', async () => {
    const organization = await newOrganization();
    await database.pool.query(
      `insert into job (id, kind, status, organization_id, input, created_at, finished_at)
        select 'job_' || lpad(n::text, 22, '0'), 'verification', 'completed', $1, '{}', now() - n * interval '1 s', now()
        from generate_series(1, 5000) as n`,
      [organization],
    );
    await database.pool.query('analyze job');
    const before = 'job_0000000000000000004000';
    const plan = await selectJobs(database.db, organization, { limit: 21, before }).explain('text', sql`analyze`);
    const lines = plan.map((row) => Object.values(row).join(''));
    const scans = lines.filter((line) => line.includes(' Scan '));
    expect(scans).toEqual([
      expect.stringMatching(/Index Scan using job_pkey on job .*rows=1(?:\.00)? /),
      // The index is by organization and time; of the same time, those up to the cursor are read in vain.
      expect.stringMatching(/Index Scan using job_organization on job .*rows=2[12](?:\.00)? /),
    ]);
  });

  describe('with a filter', () => {
    let organization: string;
    let ids: string[];
    beforeAll(async () => {
      organization = await newOrganization();
      const jobs: Partial<StoredJob>[] = [
        { filename: 'Photo 50%.JPG' },
        { filename: 'photo_5.jpg', kind: 'signing' },
        { filename: 'photoX5.jpg', status: 'failed', errorCode: 'JOB_TIMEOUT' },
        { filename: null, status: 'expired' },
        { filename: '封面.png' },
      ];
      ids = [];
      for (const [index, job] of jobs.entries()) {
        ids.push(await store({ organization, at: `2026-03-0${index + 1}T00:00:00Z`, ...job }));
      }
    });

    it.each([
      ['a part of the name in another case', { filename: 'PHOTO' }, [2, 1, 0]],
      ['a name in Chinese', { filename: '封面' }, [4]],
      ['what patterns would take for anything', { filename: '%' }, [0]],
      ['what patterns would take for one character', { filename: 'o_5' }, [1]],
      ['a name that no file can have', { filename: 'o\u0000' }, []],
      ['a kind', { kind: 'signing' }, [1]],
      ['a status', { status: 'expired' }, [3]],
      ['days', { from: new Date('2026-03-02'), to: new Date('2026-03-04') }, [2, 1]],
      ['several at once', { filename: 'photo', kind: 'verification', status: 'failed' }, [2]],
      ['the oldest first', { isOldestFirst: true }, [0, 1, 2, 3, 4]],
      ['a name, the oldest first', { filename: 'photo', isOldestFirst: true }, [0, 1, 2]],
    ] as const)('finds by %s, on one page and on several', async (_, filter, expected) => {
      const found: string[] = [];
      for (let before: string | undefined; ;) {
        const { jobs, next } = await listJobs(database.db, organization, { limit: 2, before, filter });
        found.push(...idsOf(jobs));
        if (next === null) break;
        before = next;
      }
      expect(found).toEqual(expected.map((index) => ids[index]));
      expect(idsOf(await exportJobs(database.db, organization, filter))).toEqual(found);
    });

    it('looks through a bounded number of an organization’s own jobs, off the index', async () => {
      const query = selectJobs(database.db, organization, {
        limit: 21,
        before: undefined,
        filter: { filename: 'no such name' },
      });
      const plan = (await query.explain('text')).map((row) => Object.values(row).join('')).join('\n');
      expect(plan).toMatch(/Index Scan using job_organization on job/);
      expect(plan).not.toMatch(/Seq Scan/);
      expect(query.compile().parameters).toContain(JOBS_SEARCHED_MAX);
    });
  });
});
