import type { ComponentChildren } from 'preact';
import { ArticleFoot, Breadcrumb } from '../articles/page.tsx';
import { SideNav, type ArticleLink, type LinkGroup } from '../articles/side-nav.tsx';
import { Document } from '../kit/document.tsx';
import type { PageHead, Shell } from '../kit/shell.ts';

interface Props {
  shell: Shell;
  head: PageHead;
  /** What it is called below the pages above it. */
  name: string;
  /** The pages beside it. */
  groups: readonly LinkGroup[];
  /** The pages above it, from the outermost inwards. */
  parents: readonly ArticleLink[];
  children: ComponentChildren;
}

/** A page of the API reference: what it has in common with the articles, and its own content. */
export function ReferencePage({ shell, head, name, groups, parents, children }: Props) {
  const { language } = shell;
  return (
    <Document shell={shell} head={{ ...head, width: 'docs' }}>
      <div class="with-sidebar">
        <SideNav language={language} groups={groups} current={head.path} label={parents.at(-1)?.title ?? ''} />
        <article class="article reference">
          <Breadcrumb language={language} parents={parents} title={name} />
          <h1>{head.title}</h1>
          <p class="lead">{head.description}</p>
          {children}
          <ArticleFoot language={language} head={head} siblings={groups.flatMap(({ links }) => links)} />
        </article>
      </div>
    </Document>
  );
}
