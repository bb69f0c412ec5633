import { randomBytes } from 'node:crypto';
import { startSmtpServer, type SmtpServer } from '@revera/testkit/servers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { readMessage } from '../../platform/mailer/read-message.ts';
import { smtpMailer } from '../../platform/mailer/smtp.ts';
import { failJob } from '../../platform/queue/end.ts';
import { reapJobs } from '../../platform/queue/reap.ts';
import type { JobHandler } from '../../platform/queue/run.ts';
import { createWorker, type Worker } from '../../platform/queue/worker.ts';
import { sealedBox } from '../../platform/sealed-box.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { until } from '../../platform/test-process.ts';
import { endMailJob, mailHandler } from './jobs.ts';
import { MAIL_QUEUE, queueMail } from './queue-mail.ts';
import { renderMail } from './render-mail.ts';
import { sweepMails } from './sweep-mails.ts';
import { ADDRESS, SECRET, TEST_LANGUAGES, TEST_MAILS, TEST_TEMPLATES } from './test-mails.ts';

const TO = 'someone@example.com';
const FROM = { name: 'Revera', address: 'no-reply@revera.example' };
const secrets = sealedBox(randomBytes(32));

let database: TestDatabase;
let smtp: SmtpServer;
let mailer: Mailer;
let workers: Worker[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  smtp = await startSmtpServer();
  mailer = smtpMailer({ host: '127.0.0.1', port: smtp.port, security: 'none', auth: null, timeoutMs: 20_000 }, []);
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop({ graceMs: 10_000 });
  await mailer.close();
  await smtp.close();
  await database.db.deleteFrom('mail').execute();
  await database.db.deleteFrom('job').execute();
});

const handler = (): JobHandler<null> => mailHandler({ mailer, secrets, from: FROM, address: () => ADDRESS });

/** Like a separate process: with nothing in its memory. */
async function startPostman(mail: JobHandler<null> = handler()): Promise<Worker> {
  const worker = createWorker({
    database,
    queue: MAIL_QUEUE,
    handlers: { mail },
    concurrency: 2,
    endJob: endMailJob,
    clock: systemClock,
    log: silentLog,
    pollMs: 20,
  });
  workers.push(worker);
  await worker.start();
  return worker;
}

async function queueVerification(link: string = TEST_MAILS.verify_email.link): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await queueMail(trx, secrets, { template: 'verify_email', to: TO, language: 'en', values: { link } });
  });
}

interface State {
  status: string;
  attempts: number;
  wait_s: number;
  payload: Buffer | null;
  sent: boolean;
  failed: boolean;
}

/** Of the only mail and its job. */
async function state(): Promise<State | undefined> {
  const { rows } = await database.pool.query<State>(
    `select status, attempts, extract(epoch from run_at - now())::float8 as wait_s, payload,
            sent_at is not null as sent, failed_at is not null as failed
     from mail join job on job.dedupe = mail.id`,
  );
  return rows[0];
}

const reach = (status: string, attempts: number) =>
  until(async () => {
    const now = await state();
    return now?.status === status && now.attempts === attempts ? now : undefined;
  });

/** The time until the next attempt is over. */
const passTime = () => database.pool.query(`update job set run_at = now() where status = 'queued'`);

const received = () => smtp.received.map(({ source }) => readMessage(source));

describe('the outbox', () => {
  it('sends each template in both languages, as it was worded', async () => {
    await startPostman();
    for (const template of TEST_TEMPLATES) {
      for (const language of TEST_LANGUAGES) {
        const before = smtp.received.length;
        await database.db.transaction().execute(async (trx) => {
          await queueMail(trx, secrets, { template, to: TO, language, values: TEST_MAILS[template] });
        });
        await until(() => smtp.received.length > before);
        const { headers, text, html } = received().at(-1) ?? readMessage(Buffer.alloc(0));
        const worded = renderMail(template, language, TEST_MAILS[template], ADDRESS);
        expect([headers.get('subject'), text, html]).toEqual([worded.subject, worded.text, worded.html.trim()]);
        expect(headers.get('from')).toBe('Revera <no-reply@revera.example>');
        expect(headers.get('to')).toBe(TO);
        expect(headers.get('message-id')).toMatch(/^<mail_[0-9A-Za-z]{22}@revera\.example>$/);
        expect(Date.parse(headers.get('date') ?? '')).not.toBeNaN();
        expect(headers.get('content-type')).toMatch(/^multipart\/alternative;/);
      }
    }
    expect(new Set(received().map(({ headers }) => headers.get('message-id'))).size).toBe(smtp.received.length);
  });

  it('keeps nothing of the mail once it is sent, and nothing readable before', async () => {
    await queueVerification();
    const dump = async () => {
      const all = `select mail::text || job::text as row from mail join job on job.dedupe = mail.id`;
      const { rows } = await database.pool.query<{ row: string }>(all);
      return rows.map(({ row }) => row).join('');
    };
    const hex = Buffer.from(SECRET).toString('hex');
    expect(await dump()).toContain(TO);
    expect(await dump()).not.toMatch(new RegExp(`${SECRET}|${hex}`));
    await startPostman();
    expect(await reach('completed', 1)).toMatchObject({ payload: null, sent: true, failed: false });
    expect(await dump()).not.toMatch(new RegExp(`${SECRET}|${hex}`));
    expect(received()[0]?.text).toContain(SECRET);
  });

  it('sends nothing of a transaction that is rolled back', async () => {
    const rolledBack = database.db.transaction().execute(async (trx) => {
      const values = TEST_MAILS.verify_email;
      await queueMail(trx, secrets, { template: 'verify_email', to: TO, language: 'en', values });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await state()).toBeUndefined();
  });
});

describe('a mail that is not taken', () => {
  it('with 451 is tried again, later each time, until it is', async () => {
    smtp.set({ kind: 'refuse', status: 451, at: 'recipient' });
    await queueVerification();
    await startPostman();
    const first = await reach('queued', 1);
    expect([first.sent, first.failed, first.payload === null]).toEqual([false, false, false]);
    expect(first.wait_s).toBeGreaterThan(1);
    expect(first.wait_s).toBeLessThanOrEqual(5);
    await passTime();
    const second = await reach('queued', 2);
    expect(second.wait_s).toBeGreaterThan(30);
    expect(second.wait_s).toBeLessThanOrEqual(60);
    smtp.set({ kind: 'accept' });
    await passTime();
    expect(await reach('completed', 3)).toMatchObject({ sent: true, payload: null });
    expect(smtp.received).toHaveLength(1);
  });

  it('with 550 has failed for good: the row says so, and what it said is gone', async () => {
    smtp.set({ kind: 'refuse', status: 550, at: 'recipient' });
    await queueVerification();
    await startPostman();
    expect(await reach('failed', 1)).toMatchObject({ sent: false, failed: true, payload: null });
  });

  it('has failed after its last attempt', async () => {
    smtp.set({ kind: 'refuse', status: 451, at: 'data' });
    await queueVerification();
    await database.pool.query('update job set max_attempts = 2');
    await startPostman();
    await reach('queued', 1);
    await passTime();
    expect(await reach('failed', 2)).toMatchObject({ sent: false, failed: true, payload: null });
  });

  it.each([
    ['its link is not to us', () => queueVerification('https://evil.example/')],
    [
      'it was sealed with another key',
      async () => {
        await queueVerification();
        const payload = await sealedBox(randomBytes(32)).seal(Buffer.from('{}'));
        await database.db.updateTable('mail').set({ payload }).execute();
      },
    ],
  ])('because %s waits for the operator', async (_what, queue) => {
    await queue();
    await startPostman();
    const waiting = await reach('queued', 1);
    expect([waiting.sent, waiting.failed, waiting.payload === null]).toEqual([false, false, false]);
    expect(smtp.received).toEqual([]);
  });
});

/** Lets the next transaction that records a sent mail fail when it commits, and not before. */
async function failNextCommit(): Promise<() => Promise<unknown>> {
  await database.pool.query(`
    create function no_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
    create constraint trigger no_commit after update on mail deferrable initially deferred
      for each row execute function no_commit()`);
  return () => database.pool.query('drop trigger no_commit on mail; drop function no_commit');
}

describe('a commit that fails after the mail was sent', () => {
  it('is repeated without the mail while the process lives', async () => {
    const mend = await failNextCommit();
    await queueVerification();
    await startPostman();
    await reach('queued', 1);
    await mend();
    await passTime();
    expect(await reach('completed', 2)).toMatchObject({ sent: true, payload: null });
    expect(smtp.received).toHaveLength(1);
  });

  it('means a second mail with the same Message-ID when the process died', async () => {
    const mend = await failNextCommit();
    await queueVerification();
    const first = await startPostman();
    await reach('queued', 1);
    await first.stop({ graceMs: 10_000 });
    await mend();
    await startPostman();
    await passTime();
    expect(await reach('completed', 2)).toMatchObject({ sent: true, payload: null });
    const ids = received().map(({ headers }) => headers.get('message-id'));
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('is not followed by a mail when another process has recorded it', async () => {
    await queueVerification();
    await database.pool.query('update mail set sent_at = now(), payload = null');
    await startPostman();
    await reach('completed', 1);
    expect(smtp.received).toEqual([]);
  });
});

describe('sweepMails', () => {
  it('closes mails whose job ended without its worker, and no others', async () => {
    await queueVerification();
    await sweepMails(database.db, silentLog);
    expect(await state()).toMatchObject({ status: 'queued', failed: false });
    await database.pool.query(
      `update job set status = 'processing', attempts = max_attempts, lease_owner = 'dead', lease_until = now() - interval '1 s'`,
    );
    const lost = { queue: MAIL_QUEUE, fail: failJob };
    await database.db.transaction().execute((trx) => reapJobs(trx, lost));
    await sweepMails(database.db, silentLog);
    expect(await state()).toMatchObject({ status: 'failed', failed: true, payload: null });
  });

  it('forgets old mails, and never one that waits', async () => {
    await queueVerification();
    await database.pool.query(`update mail set created_at = now() - interval '31 days'`);
    await sweepMails(database.db, silentLog);
    expect(await state()).toBeDefined();
    await database.pool.query('update mail set sent_at = now(), payload = null');
    await sweepMails(database.db, silentLog);
    expect(await state()).toBeUndefined();
  });
});
