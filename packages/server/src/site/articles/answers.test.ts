import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form, fieldPart } from '../../http/test-app.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { openArticles } from './articles.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());

/** The first answer that an article shows. */
function shownAnswer(language: Language, name: string): unknown {
  const [, json = ''] = /```json\n(.*?)```/s.exec(openArticles()(language, name).markdown) ?? [];
  return JSON.parse(json.replaceAll('{{base_url}}', server.services.links.origin()));
}

/** What differs from call to call: the rest of what is shown is what is answered. */
const CHANGING = /^(?:id|credential_id|verify_url|asset_url|sha256|title|text)$/;

/** The members of what is answered that are also shown, in the same shape; lists by their first item. */
function asShown(shown: unknown, answered: unknown): unknown {
  if (Array.isArray(shown))
    return Array.isArray(answered) ? shown.map((each, at) => asShown(each, answered[at])) : answered;
  if (typeof shown !== 'object' || shown === null || typeof answered !== 'object' || answered === null) return answered;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      const own: unknown = Reflect.get(answered, name);
      const isSame = CHANGING.test(name) && typeof own === typeof value;
      return [name, isSame ? value : asShown(value, own)];
    }),
  );
}

describe('the answers that articles show', () => {
  it.each(LANGUAGES.flatMap((language) => ['docs/quick-start', 'docs/verify'].map((name) => ({ language, name }))))(
    '$name in $language: are what verifying a photograph without evidence answers',
    async ({ language, name }) => {
      const { key } = await server.createKey();
      const photo = Buffer.from(buildJpeg());
      const { status, body } = await server.call('POST', '/v1/content/verify', {
        key,
        form: form([filePart(photo, 'file', 'photo.jpg')]),
        headers: { 'accept-language': language },
      });
      expect(status).toBe(200);
      const shown = shownAnswer(language, name);
      expect(asShown(shown, body)).toEqual(shown);
    },
  );

  it.each(LANGUAGES)('docs/sign in %s: is what signing in the sandbox answers', async (language) => {
    const { key } = await server.createKey();
    const { status, body } = await server.call('POST', '/v1/content/sign', {
      key,
      form: form([
        filePart(Buffer.from(mediaKinds.png.build()), 'file', 'out.png'),
        fieldPart('content_type', 'ai_generated'),
        fieldPart('model', 'dream-1'),
      ]),
    });
    expect(status).toBe(200);
    const shown = shownAnswer(language, 'docs/sign');
    expect(asShown(shown, body)).toEqual(shown);
  });
});
