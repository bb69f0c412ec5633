import { Document } from '../kit/document.tsx';
import type { PageHead, Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { SearchBox } from '../search/search-box.tsx';
import { ARTICLE_LISTS } from './list-words.ts';

interface Props {
  shell: Shell;
  part: 'docs' | 'learn';
  articles: readonly { path: string; title: string; description: string }[];
  structuredData: NonNullable<PageHead['structuredData']>;
}

/** All articles of a part, with what each is about. */
export function ArticleListPage({ shell, part, articles, structuredData }: Props) {
  const { language } = shell;
  const words = ARTICLE_LISTS[language][part];
  return (
    <Document
      shell={shell}
      head={{ ...words, path: part, isPublic: true, section: part, scripts: ['search.js'], structuredData }}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.description}</p>
      <SearchBox language={language} />
      <ul class="article-list">
        {articles.map(({ path, title, description }) => (
          <li key={path}>
            <a href={pagePath(language, path)}>{title}</a>
            <p>{description}</p>
          </li>
        ))}
        {part === 'docs' ? (
          <li>
            <a href={pagePath(language, 'docs/reference')}>{ARTICLE_LISTS[language].reference.title}</a>
            <p>{ARTICLE_LISTS[language].reference.description}</p>
          </li>
        ) : null}
      </ul>
    </Document>
  );
}
