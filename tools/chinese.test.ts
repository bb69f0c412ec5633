import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Where the Chinese that people read is written: tables of words, messages, articles. */
const ROOTS = ['packages/provenance/src', 'packages/server/src', 'packages/cli/src'];
/** Names that others write, not our words. */
const NAMES = /\/(?:vendor|verdict|lab\/judge)\/|\/label\/companies\.ts$/;

/** Decided once, in docs/glossary.md: what is never written, and what is written instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/您/u, '你'],
  [/当前有效/u, '当前清单'],
  [/签名者|签名人|签名方|签署方|签署人/u, '签署者'],
  [/由谁签名|签名[时后](?!间)|由\0签名|于 \0签名/u, '签署'],
  [/沙盒/u, '沙箱'],
  [/运营方/u, '运营者'],
  [/两步验证|第二因素/u, '双重验证'],
  [/恢复代码/u, '恢复码'],
  [/错误代码/u, '错误码'],
  [/缺省/u, '默认'],
  [/生产密钥|生产证书/u, '正式密钥、正式证书'],
  [/父级素材/u, '父素材'],
  [/合规产品|合规计划|符合性项目|保证级别/u, '符合性产品、符合性计划、保障等级'],
  [/清单库/u, '清单存储'],
  [/凭证(?:已|被|已被)?撤[销回]|撤[销回](?:此|该)?凭证/u, '吊销凭证'],
  [/不能证明任何事|不意味着什么/u, '不代表内容是真是假；不能说明什么'],
  [/(?<!合成)生成服务提供者|(?<!内容)传播服务提供者/u, '生成合成服务提供者、内容传播服务提供者'],
  [/GB(?:\/T)?45438|GB\s{2,}45438|GB 45438(?!-2025)/u, 'GB 45438-2025'],
];

/** How Chinese is set. `\0` stands where a value is filled in. */
const TYPESETTING: readonly (readonly [RegExp, string])[] = [
  [/"/u, 'Chinese quotation marks'],
  [/\p{Script=Han}[,;:!?](?!\d)|[,;!?]\p{Script=Han}/u, 'full-width punctuation'],
  [/\p{Script=Han}\(|\)\p{Script=Han}/u, 'full-width parentheses'],
  [/\p{Script=Han}\.(?![\w*])|\.{3}/u, '。 and ……'],
  [/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u, 'a space between Chinese and Latin'],
  [/\p{Script=Han} \p{Script=Han}/u, 'no space between Chinese characters'],
  [/ [，。；：！？、）」』”]|[（「『“，。；：！？、] (?!\|)/u, 'no space beside full-width punctuation'],
];

/** What the authorities and the law write. */
const AS_OTHERS_WRITE = /京ICP备12345678号-1|京公网安备11010502030143号/gu;

interface Text {
  file: string;
  text: string;
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
}

/** The texts between quotation marks of a program, with `\0` for what is filled in. */
function literals(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map((found) =>
    (found[1] ?? found[2] ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\{[a-z_]+\}/g, '\0'),
  );
}

/** The prose of an article: without code, addresses and the marks of tables and emphasis. */
function prose(article: string): string[] {
  return article
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/`[^`]*`/g, '\0')
        // CommonMark wants a space after emphasis that ends with a full stop; the renderer takes it away.
        .replaceAll(/(?<=[。？]\*\*) /g, '')
        .replaceAll(/\]\([^)]*\)/g, ']')
        .replaceAll(/[[\]*_]|\{\{\w+\}\}/g, ''),
    );
}

function textsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8');
  const texts = file.endsWith('.md') ? prose(source) : literals(source);
  return texts
    .filter((text) => /\p{Script=Han}/u.test(text))
    .map((text) => ({ file, text: text.replaceAll(AS_OTHERS_WRITE, '\0') }));
}

const TEXTS = ROOTS.flatMap(filesIn)
  .filter((file) => /\.tsx?$|\/zh-cn\/.*\.md$/.test(file) && !/\.test\.tsx?$|\/test-/.test(file) && !NAMES.test(file))
  .flatMap(textsOf);

function broken(rule: RegExp): string[] {
  return TEXTS.filter(({ text }) => rule.test(text)).map(({ file, text }) => `${file}: ${text}`);
}

describe('the Chinese of the product', () => {
  it('is found: words, messages and articles', () => {
    expect(TEXTS.length).toBeGreaterThan(3000);
    for (const part of [
      'articles/content/zh-cn/',
      'site/home/',
      'present/',
      'features/mail/',
      'shared/error-codes',
      'cli/src',
    ])
      expect(
        TEXTS.some(({ file }) => file.includes(part)),
        part,
      ).toBe(true);
  });

  it.each(FORBIDDEN)('never says %s, but %s', (rule) => {
    expect(broken(rule)).toEqual([]);
  });

  it.each(TYPESETTING)('is set without %s: %s', (rule) => {
    expect(broken(rule)).toEqual([]);
  });
});
