import { startsWithWords } from './find-alias.ts';
import { comparable } from './generator-name.ts';

/**
 * Names of one maker: its own, its brands', its products'. Only names that occur in two of our tables: the companies of
 * labels, the vendors of metadata, the sources of credentials. Names that labels give as free text are brands too.
 */
export const MAKERS: readonly (readonly string[])[] = [
  [
    'ByteDance',
    'Volcano Engine',
    'Volcengine',
    'BytePlus',
    'Dreamina',
    'TikTok',
    'Doubao',
    'Jimeng',
    'Seedream',
    'Seedance',
    '字节跳动',
    '火山引擎',
    '豆包',
    '即梦',
  ],
  ['Kuaishou', 'Kling', 'KlingAI', '快手', '可灵'],
  ['MiniMax', 'Hailuo', '稀宇科技', '海螺'],
  ['ShengShu', 'Vidu', '生数科技'],
  ['OpenAI', 'ChatGPT', 'Sora'],
  ['Google', 'Pixel', 'NotebookLM', 'Project Genie', 'Pomelli'],
  ['Microsoft', 'Bing', 'Azure OpenAI'],
];

const ENTRIES: readonly { maker: number; words: string }[] = MAKERS.flatMap((names, maker) =>
  names.map((name) => ({ maker, words: comparable(name) })),
);

/** Whether two names belong to one maker, as `Google AI` and `Pixel Camera`, `ByteDance (Doubao)` and `Volcano Engine` are. */
export function isSameMaker(one: string, other: string): boolean {
  const [a, b] = [withoutBrackets(one), withoutBrackets(other)];
  if (a === '' || b === '') return false;
  const [first, second] = [makerOf(a), makerOf(b)];
  if (first !== null || second !== null) return first === second;
  return startsWithWords(a, b) || startsWithWords(b, a);
}

function makerOf(name: string): number | null {
  return ENTRIES.find(({ words }) => startsWithWords(name, words))?.maker ?? null;
}

/** A name in brackets after a maker's name is one of its products. */
function withoutBrackets(name: string): string {
  return comparable(name).replace(/ ?\([^()]*\)$/, '');
}
