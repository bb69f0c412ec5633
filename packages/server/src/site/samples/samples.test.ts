import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { VerificationResult } from '@revera/provenance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { pagePath } from '../kit/site-map.ts';
import { SAMPLE_DIGESTS } from './sample-digests.ts';
import { sampleAssets, sampleOf, samplePath, SAMPLES } from './samples.ts';
import { SAMPLE_WORDS } from './words.ts';

const BYTES_MAX = 60 * 1024;

/** What the start page says of them, in statuses. Lists of the installation play no part in it. */
const SAMPLE_FACTS = {
  'ai-picture': {
    provenance: 'strong_evidence',
    integrity: 'trust_unverified',
    declaration: 'ai_generated',
  },
  photograph: { provenance: 'strong_evidence', integrity: 'trust_unverified', declaration: 'captured' },
  changed: {
    provenance: 'binding_failed',
    integrity: 'valid_signature_binding_failed',
    declaration: 'none',
  },
  'aigc-label': {
    provenance: 'partial_evidence',
    integrity: 'no_credential',
    declaration: 'ai_generated',
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const fileOf = (name: (typeof SAMPLES)[number]) =>
  readFileSync(new URL(`./files/${sampleAssets(name).file}`, import.meta.url));

describe.each(SAMPLES)('the sample %s', (name) => {
  it('is small, and known by its digest', () => {
    const bytes = fileOf(name);
    expect(bytes.length).toBeLessThan(BYTES_MAX);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(SAMPLE_DIGESTS[name]);
    expect(sampleOf(SAMPLE_DIGESTS[name])).toBe(name);
  });

  it('is what the start page says of it, by the engine', async () => {
    const parts = form([filePart(fileOf(name), 'files', 'other-name.jpg')]);
    const { body } = await server.call('POST', '/api/analyze', { form: parts });
    const result = (body as { results: { result: VerificationResult }[] }).results[0]?.result;
    expect({
      provenance: result?.provenance_status,
      integrity: result?.credential_integrity_status,
      declaration: result?.summary.content_declaration,
    }).toEqual(SAMPLE_FACTS[name]);
    const page = await server.variant({}).app.inject({ url: `/en/results/${result?.id ?? ''}` });
    expect(page.body).toContain(SAMPLE_WORDS.en.notice.title);
  });
});

describe('the figure of a result', () => {
  it.each(LANGUAGES)('says in %s what the card of that result says', async (language) => {
    const { app } = server.variant({});
    const link = await app.inject({ url: pagePath(language, samplePath('ai-picture')) });
    const { body } = await app.inject({ url: String(link.headers.location) });
    const { heading, chip, intact, unchanged, signer, signedBy, declares, declared } = SAMPLE_WORDS[language].figure;
    const card = body.slice(body.indexOf('class="result-card"'), body.indexOf('class="card-actions"'));
    for (const text of [heading, chip, intact, unchanged, signer, signedBy, declares, declared])
      expect(card).toContain(text);
  });
});

describe('a link to a sample', () => {
  it.each(LANGUAGES)('in %s leads to one ready result, however many follow it', async (language) => {
    const { app } = server.variant({});
    const count = async () => (await server.services.database.pool.query('select id from job')).rowCount ?? 0;
    const before = await count();
    const url = pagePath(language, samplePath('changed'));
    const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url })));
    const places = new Set(answers.map(({ headers }) => headers.location));
    expect([answers.map(({ statusCode }) => statusCode), places.size]).toEqual([[302, 302, 302], 1]);
    expect(await count()).toBe(before + 1);
    const page = await app.inject({ url: [...places][0] ?? '' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(SAMPLE_WORDS[language].notice.text);
  });

  it('404 for a sample that there is not', async () => {
    expect((await server.variant({}).app.inject({ url: '/en/samples/other' })).statusCode).toBe(404);
  });
});
