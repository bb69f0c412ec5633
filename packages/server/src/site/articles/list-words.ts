import type { Language } from '../../shared/language.ts';

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
        'Every route by group, each with its parameters, body, responses, errors and a curl example, generated from the OpenAPI document.',
    },
  },
  'zh-CN': {
    docs: { title: '文档', description: '从第一个请求到自行部署：每个接口、取值、错误与限制，附可以直接运行的示例。' },
    learn: { title: '知识', description: '内容凭证与人工智能标识是什么，如何读懂验证结论，以及结论没有说什么。' },
    reference: {
      title: '接口参考',
      description: '按组列出全部接口，并说明每个接口的参数、请求体、响应、错误与 curl 示例；由 OpenAPI 文档生成。',
    },
  },
};
