import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/language.ts';
import { openArticles } from '../articles.ts';
import { SITE_PAGES } from '../../kit/site-map.ts';
import { pictureMarkdown, renderPicture, withoutPictures } from './picture.tsx';
import { PICTURE_TEXTS } from './words.ts';

const NAMES = Object.keys(PICTURE_TEXTS);

describe('the drawings', () => {
  it.each(LANGUAGES.flatMap((language) => NAMES.map((name) => ({ language, name }))))(
    '$name in $language: says what it shows, and has no style and no address of its own',
    ({ language, name }) => {
      const svg = renderPicture(`picture:${name}`, language);
      expect(svg).toMatch(/^<svg class="picture" role="img" aria-label="[^"]{20,}" viewBox="0 0 420 \d+">/);
      expect(svg).not.toMatch(/style=|href|<script|#[0-9a-f]{3}/);
      expect(svg).toMatch(language === 'en' ? />[A-Z][a-z]/ : />\p{Script=Han}/u);
      if (language === 'en') expect(svg).not.toMatch(/\p{Script=Han}/u);
    },
  );

  it('stand each in an article of both languages, and nowhere is an image that is none of them', () => {
    for (const language of LANGUAGES) {
      const texts = SITE_PAGES.flatMap(({ article }) =>
        article === null ? [] : [openArticles()(language, article).markdown],
      ).join('\n');
      for (const name of NAMES) expect(texts.split(`{{picture_${name}}}`)).toHaveLength(2);
      expect(texts).not.toContain('![');
    }
  });

  it('are their own texts in the Markdown for programs', () => {
    const markdown = pictureMarkdown('picture_chain', 'en') ?? '';
    expect(withoutPictures(markdown)).toBe(`> ${PICTURE_TEXTS.chain.alt.en}`);
    expect(pictureMarkdown('picture_toString', 'en')).toBeNull();
    expect(pictureMarkdown('errors', 'en')).toBeNull();
    for (const bad of ['https://example.com/a.png', 'picture:constructor', '']) {
      expect(() => renderPicture(bad, 'en')).toThrow('there is no picture');
    }
  });

  it('shows a provider code of the right length that is nobody’s', () => {
    expect(PICTURE_TEXTS.provider_code.alt.en).toMatch(/\b0011910000000EXAMPLE0X10001\b/);
    expect('0011910000000EXAMPLE0X10001').toHaveLength(27);
  });
});
