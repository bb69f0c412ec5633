import { plainName } from '../../verdict/generator-name.ts';
import type { Language } from '../language.ts';

/** Of one name in a sentence; the sections of the result have all of it. */
const NAME_CHARACTERS = 60;

/** Characters that would end our own quotation marks. */
const QUOTATION_MARKS = /["“”„‟«»「」『』〝〞＂]/gu;

/** A name from a file as a sentence may repeat it: cleaned, in one line, cut. Null when nothing readable is left. */
export function cleanName(text: string | null | undefined): string | null {
  const name = plainName(text)?.replaceAll(QUOTATION_MARKS, '’') ?? null;
  if (name === null) return null;
  const characters = Array.from(name);
  if (characters.length <= NAME_CHARACTERS) return name;
  return `${characters
    .slice(0, NAME_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`;
}

export function quoted(name: string): string {
  return `“${name}”`;
}

/** What devices and programs are called: a few words without the punctuation of sentences. */
const NAME_FORM = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._+\-/&'’()（）·]*…?$/u;
const SENTENCE = /[.:;!?] /u;
const NAME_WORDS = 7;
/** Words that our own sentences use of evidence. A name that holds them never stands there without quotation marks. */
const VERDICT_WORDS =
  /verif|valid|trust|authentic|genuine|signed|certif|human|real |核验|验证|认证|有效|无效|可信|真实|签名|签署|原创/iu;

/** A name that anyone may have written: in quotation marks unless it looks like what devices and programs are called. */
export function unsignedName(name: string): string {
  const isPlain = NAME_FORM.test(name) && !SENTENCE.test(name) && name.split(' ').length <= NAME_WORDS;
  return isPlain && !VERDICT_WORDS.test(name) ? name : quoted(name);
}

/** A name that a list vouches for, which may have the punctuation of companies. */
export function listedName(name: string): string {
  return VERDICT_WORDS.test(name) ? quoted(name) : name;
}

/** Maker and generative model: `Adobe Firefly (Firefly Image 4)`. */
export function makerWithModel(source: string | null, model: string | null, language: Language): string | null {
  const [maker, kind] = [cleanName(source), cleanName(model)];
  if (maker === null || kind === null || repeats(maker, kind)) return maker ?? kind;
  return cut(language === 'zh-CN' ? `${maker}（${kind}）` : `${maker} (${kind})`);
}

/** Maker and device, or program and version: `Leica M11-P`. */
export function makerAndDevice(source: string | null, model: string | null): string | null {
  const [maker, device] = [cleanName(source), cleanName(model)];
  if (maker === null || device === null) return maker ?? device;
  if (repeats(maker, device)) return maker;
  return cut(repeats(device, maker) ? device : `${maker} ${device}`);
}

/** Whether a name already begins with the other. */
function repeats(name: string, other: string): boolean {
  return `${name.toLowerCase()} `.startsWith(`${other.toLowerCase()} `);
}

function cut(name: string): string {
  return cleanName(name) ?? name;
}

/** Letters whose names begin with a vowel. */
const SPELT_WITH_VOWEL = /^[AEFHILMNORSX](?![a-z])/;
const SPELT_OUT = /^[B-DF-HJ-NP-TV-XZ0-9-]+$/;

/** `a Leica M11-P`, `an Apple iPhone 13`, `an HTC One`. */
export function withArticle(name: string): string {
  if (name.startsWith('“')) return name;
  const [first = ''] = name.split(' ');
  const isVowel = SPELT_OUT.test(first) ? SPELT_WITH_VOWEL.test(first) : /^[aeio]|^u(?!ni)/iu.test(first);
  return `${isVowel ? 'an' : 'a'} ${name}`;
}
