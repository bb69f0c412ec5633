import type { Language } from '../../shared/language.ts';
import { ArticleFoot, Breadcrumb, Siblings, type ArticleLink } from '../articles/page.tsx';
import { Document } from '../kit/document.tsx';
import type { PageHead, Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { REFERENCE } from './words.ts';
import { CodeMarks, DescriptionText } from './description-text.tsx';
import { groupAnchor, schemaAnchor, type Reference } from './model.ts';
import { OperationView } from './operation-view.tsx';
import { FieldList, TypeView } from './shape-view.tsx';

interface Props {
  shell: Shell;
  head: PageHead;
  reference: Reference;
  /** The other pages of the documentation. */
  siblings: readonly ArticleLink[];
  parent: ArticleLink;
}

/** Every operation of the interface, and the schemas that they share. */
export function ReferencePage({ shell, head, reference, siblings, parent }: Props) {
  const { language } = shell;
  return (
    <Document shell={shell} head={{ ...head, width: 'wide' }}>
      <div class="with-sidebar">
        <Siblings language={language} siblings={siblings} current={head.path} label={parent.title} />
        <article class="article reference">
          <Breadcrumb language={language} parent={parent} title={head.title} />
          <h1>{head.title}</h1>
          <p class="lead">{head.description}</p>
          <Introduction shell={shell} siblings={siblings} />
          <Groups reference={reference} language={language} />
          <Operations reference={reference} language={language} />
          <Schemas reference={reference} language={language} />
          <ArticleFoot language={language} head={head} siblings={siblings} />
        </article>
      </div>
    </Document>
  );
}

function Introduction({ shell, siblings }: Pick<Props, 'shell' | 'siblings'>) {
  const { common, ...words } = REFERENCE[shell.language];
  const linkTo = (path: string) => (
    <a href={pagePath(shell.language, path)}>{siblings.find((page) => page.path === path)?.title ?? path}</a>
  );
  return (
    <>
      <p>
        {words.inEnglish} {words.machine} <a href="/openapi.json">/openapi.json</a>
      </p>
      <p>
        {words.base} <code>{shell.origin}</code>
      </p>
      <h2 id="common">{common.title}</h2>
      <ul>
        <li>
          <CodeMarks text={common.requestId} />
        </li>
        <li>
          <CodeMarks text={common.rate} /> {linkTo('docs/limits')}
        </li>
        <li>
          <CodeMarks text={common.errors} /> {linkTo('docs/errors')}
        </li>
        <li>{common.unknown}</li>
        <li>
          <CodeMarks text={common.variables} /> {linkTo('docs/authentication')}
        </li>
      </ul>
    </>
  );
}

interface PartProps {
  reference: Reference;
  language: Language;
}

function tagTitle(tag: string, language: Language): string {
  const titles: Readonly<Record<string, string>> = REFERENCE[language].tags;
  return titles[tag] ?? tag;
}

function Groups({ reference, language }: PartProps) {
  const words = REFERENCE[language];
  return (
    <nav class="contents" aria-label={words.groups}>
      <p class="footer-title">{words.groups}</p>
      <ul>
        {reference.groups.map(({ tag }) => (
          <li key={tag}>
            <a href={`#${groupAnchor(tag)}`}>{tagTitle(tag, language)}</a>
          </li>
        ))}
        <li>
          <a href="#schemas">{words.schemas}</a>
        </li>
      </ul>
    </nav>
  );
}

function Operations({ reference, language }: PartProps) {
  return (
    <>
      {reference.groups.map(({ tag, operations }) => (
        <section class="operations" key={tag}>
          <h2 id={groupAnchor(tag)}>{tagTitle(tag, language)}</h2>
          {operations.map((operation) => (
            <OperationView operation={operation} language={language} key={operation.id} />
          ))}
        </section>
      ))}
    </>
  );
}

function Schemas({ reference, language }: PartProps) {
  const words = REFERENCE[language];
  return (
    <section class="operations">
      <h2 id="schemas">{words.schemas}</h2>
      <p>{words.schemasAbout}</p>
      {reference.schemas.map(({ name, shape, description }) => (
        <details class="operation" id={schemaAnchor(name)} key={name}>
          <summary>
            <code class="path">{name}</code>
          </summary>
          <div class="operation-body">
            {description === '' ? null : <DescriptionText text={description} />}
            {shape.fields.length === 0 ? (
              <p>
                <TypeView shape={shape} words={words} />
              </p>
            ) : (
              <FieldList fields={shape.fields} words={words} direction="answered" />
            )}
          </div>
        </details>
      ))}
    </section>
  );
}
