import { CLAIMABLES } from '../../shared/lab-vocabulary.ts';
import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldPart, filePart, form, MULTIPART } from '../../http/test-app.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { pagePath } from '../kit/site-map.ts';
import { LAB } from './words.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const clip = Buffer.from(mediaKinds.mp4.build());

interface Sent {
  parts: readonly Buffer[];
  path?: string;
  address?: string;
}

const send = ({ parts, path = '/en/lab', address = '192.0.2.1' }: Sent, app = server.variant({}).app) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { accept: 'text/html', 'content-type': MULTIPART },
    payload: form(parts),
    remoteAddress: address,
  });

function problemOf(body: string): string | undefined {
  return /id="drop-problem"[^>]*><p><strong>[^<]*<\/strong><\/p><p>([^<]*)<\/p>/.exec(body)?.[1];
}

async function faultsOf(html: string): Promise<string[]> {
  const { results } = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

describe('the page of the lab', () => {
  it.each(LANGUAGES)(
    'in %s offers every claim that the engine knows, and says what the lab cannot say',
    async (language) => {
      const { app } = server.variant({});
      const { statusCode, body, headers } = await app.inject({ url: pagePath(language, 'lab') });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
      const offered = [...body.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
      expect(new Set(offered)).toEqual(new Set(['unknown', ...CLAIMABLES.map(({ family }) => family)]));
      expect(offered).toHaveLength(1 + CLAIMABLES.length);
      for (const answer of Object.values(LAB[language].answerTexts)) expect(body).toContain(answer.split('’', 1)[0]);
      expect(body).not.toContain('{{');
    },
  );

  it('names families in Chinese as people there do', async () => {
    const { body } = await server.variant({}).app.inject({ url: '/zh-cn/lab' });
    expect(body).toContain('>可灵（快手）</option>');
    expect(body).not.toMatch(/尚未开放|生成器实验室/);
  });
});

describe('POST of the page of the lab', () => {
  it.each(LANGUAGES)('200 in %s: the result stands below the form, and nothing is stored', async (language) => {
    const before = (await server.services.database.pool.query('select from job')).rowCount;
    const parts = [fieldPart('claim', 'veo'), filePart(clip, 'files', 'a.mp4')];
    const { statusCode, body, headers } = await send({ parts, path: pagePath(language, 'lab') });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('data-verdict="inconclusive"');
    expect(body).toContain('<option value="veo" selected');
    expect(body).toContain('name="robots" content="noindex');
    expect((await server.services.database.pool.query('select from job')).rowCount).toBe(before);
  });

  it('422 and 413 show the form again with one sentence, and the rate of the address holds', async () => {
    expect(problemOf((await send({ parts: [filePart('', 'files', '')] })).body)).toBe('Choose a file first.');
    const unknown = await send({ parts: [filePart('\u0000', 'files')] });
    expect([unknown.statusCode, problemOf(unknown.body)]).toEqual([415, 'The file is of no supported media type.']);
    const small = server.variant({ limits: { anonymousFileBytes: 20_000, anonymousAnalysesPerHour: 1 } }).app;
    const large = await send(
      { parts: [filePart(Buffer.from(buildJpeg({ sizeBytes: 20_001 })), 'files')], address: '192.0.2.9' },
      small,
    );
    expect([large.statusCode, problemOf(large.body)]).toEqual([413, 'The file is larger than 19.5 KB.']);
    const limited = await send({ parts: [filePart(clip, 'files')], address: '192.0.2.9' }, small);
    expect(limited.statusCode).toBe(429);
    expect(limited.body).toMatch(/Too many attempts\. Try again in (?:a minute|about \d+ minutes)\./);
    expect(limited.body).not.toContain('Retry-After');
  });

  it.each(Object.entries(hostileTexts))('shows a file name as text: %s', async (_name, text) => {
    const { body } = await send({ parts: [filePart(clip, 'files', text.replaceAll(/["\r\n]/g, ''))] });
    expect(body).not.toMatch(/<script>alert|<img|[\u202a-\u202e\u2066-\u2069]/);
    expect(body.match(/<title>/g)).toHaveLength(1);
  });
});

describe.skipIf(missingPrograms(['ffmpeg']).length > 0)('a result of the lab', () => {
  let kit: ClipKit;
  beforeAll(() => {
    kit = new ClipKit();
  });
  afterAll(() => kit.close());

  it.each(LANGUAGES)('in %s draws the way of the file, and names grade and source of each rule', async (language) => {
    const kling = LAB_CASES.find(({ id }) => id === '18')?.build(kit);
    const parts = [fieldPart('claim', 'kling'), filePart(Buffer.from(kling ?? []), 'files', 'a.mp4')];
    const { body } = await send({ parts, path: pagePath(language, 'lab') });
    const words = LAB[language];
    expect(body).toContain('data-verdict="consistent"');
    const pictures = [...body.matchAll(/<svg class="pipeline [^>]*role="img" aria-label="([^"]*)"/g)];
    expect(pictures).toHaveLength(2);
    for (const [, spoken] of pictures) {
      expect(spoken).toContain(language === 'en' ? 'Kling (Kuaishou)' : '可灵（快手）');
      expect(spoken).toContain(words.picture.none);
    }
    expect(body).toContain('kling.sei_text');
    expect(body).toContain(words.grades.seen);
    expect(body).toContain('R01, S1, S4');
    expect(body).toContain(words.beside.labelSays['1']);
    // Red and green are for what can be proven.
    expect(body).not.toMatch(/lab-verdict tone-(?:good|bad)/);
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each(Object.entries(hostileTexts))('shows what the encoder and the tags say as text: %s', async (_name, text) => {
    const name = text.slice(0, 400);
    const path = kit.ffmpeg(
      'hostile.mp4',
      [
        '-i',
        kit.plain(),
        '-c',
        'copy',
        '-metadata:s:v',
        `handler_name=${name}`,
        '-metadata:s:a',
        `handler_name=${name}`,
      ],
      ['-fflags', '+bitexact', '-metadata', `encoding_tool=${name}`, '-metadata', `description=${name}`],
    );
    const { statusCode, body } = await send({ parts: [filePart(Buffer.from(kit.read(path)), 'files', 'a.mp4')] });
    expect(statusCode).toBe(200);
    expect(body).toContain('video.handler');
    expect(body).not.toMatch(/<script>alert|<img|<b>|[\u202a-\u202e\u2066-\u2069]/);
    expect(await faultsOf(body)).toEqual([]);
  });
});
