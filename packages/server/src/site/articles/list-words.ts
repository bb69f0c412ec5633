import type { Language, Localized } from '../../shared/language.ts';
import type { DOC_GROUPS, LESSON_GROUPS } from '../kit/site-map.ts';

interface ListWords {
  title: string;
  description: string;
}

/** Titles of the pages that list articles, and of the reference listed among them. */
export const ARTICLE_LISTS: Readonly<Record<Language, Record<'docs' | 'learn' | 'reference', ListWords>>> = {
  en: {
    docs: {
      title: 'Documentation',
      description: 'From the first request to running the service yourself: every route, value, error and limit.',
    },
    learn: {
      title: 'Learn',
      description: 'What content credentials and AI labels are, how to read a verdict, and what it does not tell you.',
    },
    reference: {
      title: 'API reference',
      description:
        'Every route by group, each with its parameters, body, responses, errors and examples in curl, JavaScript and Python, generated from the OpenAPI document.',
    },
  },
  'zh-CN': {
    docs: { title: '文档', description: '从第一个请求到自行部署：每个接口、取值、错误与限制，附可以直接运行的示例。' },
    learn: { title: '知识', description: '内容凭证与人工智能标识是什么，如何读懂验证结论，以及结论没有说什么。' },
    reference: {
      title: '接口参考',
      description:
        '按组列出全部接口，并说明每个接口的参数、请求体、响应、错误与 curl、JavaScript、Python 示例；由 OpenAPI 文档生成。',
    },
  },
};

/** What the groups of the side navigation are called. */
export const GROUP_TITLES: Readonly<{
  docs: Record<(typeof DOC_GROUPS)[number]['group'], Localized>;
  learn: Record<(typeof LESSON_GROUPS)[number]['group'], Localized>;
}> = {
  docs: {
    start: { en: 'Get started', 'zh-CN': '入门' },
    results: { en: 'After the call', 'zh-CN': '结果与通知' },
    access: { en: 'Access', 'zh-CN': '账户与权限' },
    lookup: { en: 'Look up', 'zh-CN': '查阅' },
    run: { en: 'Run it yourself', 'zh-CN': '自行运行' },
  },
  learn: {
    credentials: { en: 'Content credentials', 'zh-CN': '内容凭证' },
    labels: { en: 'AI labels and law', 'zh-CN': 'AI 标识与法规' },
    files: { en: 'What happens to files', 'zh-CN': '文件与传播' },
  },
};
