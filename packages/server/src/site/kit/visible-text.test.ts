import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['plain', 'photo 1.jpg', 'photo 1.jpg'],
  ['both scripts and the wide space', '照片\u3000一 é', '照片\u3000一 é'],
  ['a turned name', 'a\u202Egpj.exe', 'a〚U+202E〛gpj.exe'],
  ['controls and line ends', 'a\u0000\r\n\u2028b', 'a〚U+0000〛〚U+000D〛〚U+000A〛〚U+2028〛b'],
  ['what has no width', 'a\u200Bb\u00ADc\uFEFFd\u3164', 'a〚U+200B〛b〚U+00AD〛c〚U+FEFF〛d〚U+3164〛'],
  ['other spaces', 'a\u00A0b\u2003c', 'a〚U+00A0〛b〚U+2003〛c'],
  ['a lone half of a pair', 'a\uD800b', 'a〚U+D800〛b'],
  ['a pretended escape', '〚U+0041〛', '〚U+301A〛U+0041〚U+301B〛'],
  ['pictures of several parts', '❤️ 👩🏽‍💻 👨‍👩‍👧', '❤️ 👩🏽‍💻 👨‍👩‍👧'],
  ['a joiner without a picture', 'a\u200Db\uFE0F', 'a〚U+200D〛b〚U+FE0F〛'],
  ['a pile of marks', `a${'\u0301'.repeat(6)}b`, `a${'\u0301'.repeat(3)}〚U+0301〛〚U+0301〛〚U+0301〛b`],
  ['marks as languages use them', 'ệ नमस्ते བོད་', 'ệ नमस्ते བོད་'],
  ['tags behind a flag', '🏴\u{E0067}', '🏴〚U+E0067〛'],
])('%s', (_case, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
