import type { Language } from '../../shared/language.ts';
import { Document } from '../kit/document.tsx';
import type { PageHead, Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { SITE } from '../kit/words/site.ts';
import { SideNav, type ArticleLink, type LinkGroup } from './side-nav.tsx';

interface Props {
  shell: Shell;
  head: PageHead;
  /** Rendered from our own Markdown. */
  html: string;
  headings: readonly { id: string; text: string }[];
  /** The articles of the same part, in groups and in their order; empty where there are none. */
  groups: readonly LinkGroup[];
  /** The part of the site it belongs to. */
  parent: ArticleLink | null;
}

/** An article: where it stands, its text, what comes before and after. */
export function ArticlePage({ shell, head, html, headings, groups, parent }: Props) {
  const { language } = shell;
  const siblings = groups.flatMap(({ links }) => links);
  const width = widthOf(parent);
  const body = (
    <article class="article">
      {parent === null ? null : <Breadcrumb language={language} parents={[parent]} title={head.title} />}
      <h1>{head.title}</h1>
      <p class="lead">{head.description}</p>
      {headings.length > 2 ? <Contents language={language} headings={headings} /> : null}
      <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <ArticleFoot language={language} head={head} siblings={siblings} />
    </article>
  );
  return (
    <Document shell={shell} head={{ ...head, width }}>
      {parent === null ? (
        body
      ) : (
        <div class="with-sidebar">
          <SideNav language={language} groups={groups} current={head.path} label={parent.title} />
          {body}
        </div>
      )}
    </Document>
  );
}

/** The documentation has its code beside the text. */
function widthOf(parent: ArticleLink | null): 'text' | 'wide' | 'docs' {
  if (parent === null) return 'text';
  return parent.path === 'docs' ? 'docs' : 'wide';
}

interface BreadcrumbProps {
  language: Language;
  /** From the outermost inwards. */
  parents: readonly ArticleLink[];
  title: string;
}

export function Breadcrumb({ language, parents, title }: BreadcrumbProps) {
  return (
    <nav class="breadcrumb" aria-label={SITE[language].breadcrumb}>
      <ol>
        {parents.map((parent) => (
          <li key={parent.path}>
            <a href={pagePath(language, parent.path)}>{parent.title}</a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

function Contents({ language, headings }: { language: Language; headings: Props['headings'] }) {
  return (
    <nav class="contents" aria-label={SITE[language].onThisPage}>
      <p class="footer-title">{SITE[language].onThisPage}</p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FootProps {
  language: Language;
  head: PageHead;
  siblings: readonly ArticleLink[];
}

export function ArticleFoot({ language, head, siblings }: FootProps) {
  const words = SITE[language];
  const at = siblings.findIndex(({ path }) => path === head.path);
  const [before, after] = at === -1 ? [] : [siblings[at - 1], siblings[at + 1]];
  return (
    <nav class="article-foot" aria-label={`${words.previous} / ${words.next}`}>
      {before === undefined ? null : (
        <span>
          {words.previous + words.colon}
          <a href={pagePath(language, before.path)}>{before.title}</a>
        </span>
      )}
      {after === undefined ? null : (
        <span>
          {words.next + words.colon}
          <a href={pagePath(language, after.path)}>{after.title}</a>
        </span>
      )}
      {head.markdown === undefined ? null : <a href={head.markdown}>{words.asMarkdown}</a>}
    </nav>
  );
}
