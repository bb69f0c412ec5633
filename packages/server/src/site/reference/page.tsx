import type { ComponentChildren } from 'preact';
import { ArticleFoot, Breadcrumb, Siblings, type ArticleLink } from '../articles/page.tsx';
import { Document } from '../kit/document.tsx';
import type { PageHead, Shell } from '../kit/shell.ts';

interface Props {
  shell: Shell;
  head: PageHead;
  /** What it is called below the pages above it. */
  name: string;
  /** The pages beside it. */
  siblings: readonly ArticleLink[];
  /** The pages above it, from the outermost inwards. */
  parents: readonly ArticleLink[];
  children: ComponentChildren;
}

/** A page of the API reference: what it has in common with the articles, and its own content. */
export function ReferencePage({ shell, head, name, siblings, parents, children }: Props) {
  const { language } = shell;
  return (
    <Document shell={shell} head={{ ...head, width: 'wide' }}>
      <div class="with-sidebar">
        <Siblings language={language} siblings={siblings} current={head.path} label={parents.at(-1)?.title ?? ''} />
        <article class="article reference">
          <Breadcrumb language={language} parents={parents} title={name} />
          <h1>{head.title}</h1>
          <p class="lead">{head.description}</p>
          {children}
          <ArticleFoot language={language} head={head} siblings={siblings} />
        </article>
      </div>
    </Document>
  );
}
