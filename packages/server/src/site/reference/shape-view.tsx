import { Fragment } from 'preact';
import type { ReferenceWords } from './words.ts';
import { DescriptionText } from './description-text.tsx';
import type { Field, Shape } from './model.ts';
import { SchemaLink } from './schema-link.tsx';

interface Props {
  shape: Shape;
  words: ReferenceWords;
}

/** What a value is, in a few words: `array of Session`, `string or null`. */
export function TypeView({ shape, words }: Props) {
  return (
    <>
      {shape.items === null ? (
        <TypeName shape={shape} words={words} />
      ) : (
        <>
          {words.types.arrayOf} <TypeView shape={shape.items} words={words} />
        </>
      )}
      {shape.nullable ? ` ${words.types.orNull}` : ''}
    </>
  );
}

function TypeName({ shape, words }: Props) {
  if (shape.ref !== null) return <SchemaLink name={shape.ref} />;
  if (shape.isFile) return <>{words.types.file}</>;
  return <>{shape.types.length === 0 ? words.types.any : shape.types.join(' | ')}</>;
}

/** Deeper than any schema of ours; one that is deeper is cut and not shown wrong: its members are in the OpenAPI document. */
const DEPTH_MAX = 6;

interface FieldsProps {
  fields: readonly Field[];
  words: ReferenceWords;
  /** Clients send these: what is needed is marked. Otherwise what may be missing is. */
  direction: 'sent' | 'answered';
  depth?: number;
}

/** The members of an object, or parameters, one below the other. */
export function FieldList({ fields, words, direction, depth = 1 }: FieldsProps) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>{' '}
            <span class="type">
              <TypeView shape={field.shape} words={words} />
            </span>
            <Mark field={field} words={words} direction={direction} />
          </dt>
          <dd>
            <FieldFacts field={field} words={words} />
            <InnerFields shape={field.shape} words={words} direction={direction} depth={depth} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Mark({ field, words, direction }: { field: Field } & Pick<FieldsProps, 'words' | 'direction'>) {
  if (direction === 'sent') return field.isRequired ? <strong class="mark"> {words.required}</strong> : null;
  return field.isRequired ? null : <span class="mark"> {words.optional}</span>;
}

function FieldFacts({ field, words }: { field: Field; words: ReferenceWords }) {
  const { shape, description } = field;
  return (
    <>
      {description === '' ? null : <DescriptionText text={description} />}
      <ShapeFacts shape={shape} words={words} />
    </>
  );
}

function ShapeFacts({ shape, words }: Props) {
  const { values, bounds, fallback } = shape.items ?? shape;
  const limit = words.bounds[shape.bounds.of](shape.bounds.min, shape.bounds.max);
  const inner = shape.items === null ? '' : words.bounds[bounds.of](bounds.min, bounds.max);
  const standard = shape.fallback ?? fallback;
  return (
    <>
      {values.length === 0 ? null : (
        <p>
          {words.oneOf}{' '}
          {values.map((value, at) => (
            <Fragment key={value}>
              {at === 0 ? '' : ' · '}
              <code>{value}</code>
            </Fragment>
          ))}
        </p>
      )}
      {limit === '' && inner === '' ? null : <p>{[limit, inner].filter((text) => text !== '').join('; ')}</p>}
      {standard === null || standard === '' ? null : (
        <p>
          {words.fallback} <code>{standard}</code>
        </p>
      )}
      {shape.isOpen ? <p>{words.open}</p> : null}
    </>
  );
}

function InnerFields({
  shape,
  words,
  direction,
  depth,
}: Props & { direction: FieldsProps['direction']; depth: number }) {
  const { fields } = shape.items ?? shape;
  if (fields.length === 0) return null;
  if (depth >= DEPTH_MAX) return <p>…</p>;
  return <FieldList fields={fields} words={words} direction={direction} depth={depth + 1} />;
}
