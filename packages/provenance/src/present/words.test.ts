import { describe, expect, it } from 'vitest';
import { NOTE_CODES } from '../verdict/note-codes.ts';
import { LANGUAGES } from './language.ts';
import { wordNote, words } from './words.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

describe('the words of a result', () => {
  it.each(NOTE_CODES)('%s is said in every language with the same values', (code) => {
    const said = LANGUAGES.map((language) => words(language).notes[code]);
    for (const { title, text } of said) {
      expect(title.trim()).not.toBe('');
      expect(text.trim()).not.toBe('');
    }
    const values = said.map(({ title, text }) => placeholders(`${title} ${text}`));
    expect(new Set(values.map((list) => list.join())).size).toBe(1);
  });

  it('puts values in as they are and leaves an unknown one visible', () => {
    const hostile = '<b>{time}</b>';
    const worded = wordNote({ code: 'binding_failed', level: 'critical', values: { signer: hostile } }, 'en');
    expect(worded.text).toContain('“<b>{time}</b>” signed something else');
    expect(wordNote({ code: 'time_stamped', level: 'good', values: {} }, 'en').text).toContain('{time}');
  });

  it.each([
    ['en', 'by AI. Named as its source: ByteDance.', 'by AI.'],
    ['zh-CN', '生成或合成。标注的来源：字节跳动。', '生成或合成。'],
  ] as const)('in %s a label that names nobody has no sentence on its source', (language, named, unnamed) => {
    const said = (values: Record<string, string>): string =>
      wordNote({ code: 'label_declares_ai_generated', level: 'info', values }, language).text;
    expect(said({ source: 'ByteDance', source_zh: '字节跳动' })).toMatch(new RegExp(`${named}$`));
    expect(said({})).toMatch(new RegExp(`${unnamed}$`));
  });

  it.each([
    ['en', 'ByteDance'],
    ['zh-CN', '字节跳动'],
  ] as const)('in %s a schema is called by the name of who writes it', (language, name) => {
    const note = { code: 'label_look_alike', level: 'info', values: { schema: 'bytedance' } } as const;
    expect(wordNote(note, language).text).toContain(name);
    expect(wordNote(note, language).text).not.toContain('bytedance');
    const unknown = wordNote({ ...note, values: { schema: 'constructor' } }, language);
    expect(unknown.text).toContain('constructor');
  });

  it.each([
    ['label_declares_ai_possible', 'By the standard, this means', '按标准，该取值表示'],
    ['label_declares_ai_suspected', 'By the standard, this means', '按标准，该取值表示'],
  ] as const)('%s says what the value means, and not who declared or detected anything', (code, en, zh) => {
    const note = { code, level: 'info', values: {} } as const;
    expect(wordNote(note, 'en').text).toContain(en);
    expect(wordNote(note, 'zh-CN').text).toContain(zh);
    expect(wordNote(note, 'en').text).not.toMatch(/declared|detected/);
    expect(wordNote(note, 'zh-CN').text).not.toMatch(/声明|检测/);
  });
});
