import type { Language } from '../../shared/language.ts';
import type { ArticleLink } from '../articles/side-nav.tsx';
import type { Shell } from '../kit/shell.ts';
import { pagePath, REFERENCE_PARTS, referenceSlug, type ReferencePart } from '../kit/site-map.ts';
import { CodeMarks } from './description-text.tsx';
import { groupAnchor, operationAnchor, schemaAnchor, type Group, type Reference } from './model.ts';
import { OperationName } from './operation-view.tsx';
import { REFERENCE } from './words.ts';

interface Props {
  shell: Shell;
  reference: Reference;
  /** Where each schema is described. */
  homes: ReadonlyMap<string, ReferencePart>;
  /** The other pages of the documentation. */
  siblings: readonly ArticleLink[];
}

/** Every operation and schema in a line that leads to where it is described. */
export function IndexView({ shell, reference, homes, siblings }: Props) {
  const { language } = shell;
  return (
    <>
      <Introduction shell={shell} siblings={siblings} />
      <Parts language={language} />
      {reference.groups.map((group) => (
        <OperationList group={group} language={language} key={group.tag} />
      ))}
      <SchemaList reference={reference} homes={homes} language={language} />
    </>
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

function Parts({ language }: { language: Language }) {
  const words = REFERENCE[language];
  return (
    <nav class="contents" aria-label={words.groups}>
      <p class="footer-title">{words.groups}</p>
      <ul>
        {REFERENCE_PARTS.map((part) => (
          <li key={part}>
            <a href={`#${groupAnchor(part)}`}>{words.parts[part]}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OperationList({ group: { tag, operations }, language }: { group: Group; language: Language }) {
  return (
    <section class="operations">
      <PartHeading part={tag} language={language} />
      <ul class="operation-list">
        {operations.map((operation) => (
          <li id={operationAnchor(operation.id)} key={operation.id}>
            <a href={`${addressOf(tag, language)}#${operationAnchor(operation.id)}`}>
              <OperationName operation={operation} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SchemaList({ reference, homes, language }: Pick<Props, 'reference' | 'homes'> & { language: Language }) {
  return (
    <section class="operations">
      <PartHeading part="Schemas" language={language} title={REFERENCE[language].schemas} />
      <ul class="schema-list">
        {reference.schemas.map(({ name }) => (
          <li id={schemaAnchor(name)} key={name}>
            <a href={`${addressOf(homes.get(name) ?? 'Schemas', language)}#${schemaAnchor(name)}`}>
              <code>{name}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartHeading({ part, language, title }: { part: ReferencePart; language: Language; title?: string }) {
  return (
    <h2 id={groupAnchor(part)}>
      <a href={addressOf(part, language)}>{title ?? REFERENCE[language].parts[part]}</a>
    </h2>
  );
}

function addressOf(part: ReferencePart, language: Language): string {
  return pagePath(language, `docs/reference/${referenceSlug(part)}`);
}
