import type { Language } from '../../shared/language.ts';
import { referenceSlug, type ReferencePart } from '../kit/site-map.ts';
import { DescriptionText } from './description-text.tsx';
import { schemaAnchor, type Reference, type Schema } from './model.ts';
import { OperationView } from './operation-view.tsx';
import { LinkPlace } from './schema-link.tsx';
import { FieldList, TypeView } from './shape-view.tsx';
import { REFERENCE } from './words.ts';

interface Props {
  part: ReferencePart;
  language: Language;
  reference: Reference;
  /** Where each schema is described. */
  homes: ReadonlyMap<string, ReferencePart>;
}

/** The operations of a group and the schemas that only it uses, or the schemas that several groups share. */
export function PartView({ part, language, reference, homes }: Props) {
  const operations = reference.groups.find(({ tag }) => tag === part)?.operations ?? [];
  return (
    <LinkPlace.Provider value={{ part, homes }}>
      {operations.length === 0 ? null : (
        <section class="operations">
          <h2 id="operations">{REFERENCE[language].operations}</h2>
          {operations.map((operation) => (
            <OperationView operation={operation} language={language} key={operation.id} />
          ))}
        </section>
      )}
      <Schemas
        part={part}
        language={language}
        schemas={reference.schemas.filter(({ name }) => homes.get(name) === part)}
      />
    </LinkPlace.Provider>
  );
}

function Schemas({ part, language, schemas }: { part: ReferencePart; language: Language; schemas: readonly Schema[] }) {
  const words = REFERENCE[language];
  return (
    <section class="operations">
      <h2 id="schemas">{words.schemas}</h2>
      {part === 'Schemas' ? (
        <p>{words.allSchemasAbout}</p>
      ) : (
        <p>
          {schemas.length === 0 ? words.noSchemas : words.schemasAbout}{' '}
          <a href={referenceSlug('Schemas')}>{words.parts.Schemas}</a>
        </p>
      )}
      {schemas.map((schema) => (
        <SchemaView schema={schema} language={language} key={schema.name} />
      ))}
    </section>
  );
}

function SchemaView({ schema: { name, shape, description }, language }: { schema: Schema; language: Language }) {
  const words = REFERENCE[language];
  return (
    <details class="operation" id={schemaAnchor(name)}>
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
  );
}
