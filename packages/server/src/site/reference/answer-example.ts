import type { Answer, Shape } from './model.ts';

/** Objects within objects are shown this deep; deeper ones stand as null where that is allowed. */
const DEPTH = 2;

/** Of members that hold a text of some kind, as in the examples of the articles. */
const TEXTS: Readonly<Record<string, string>> = {
  id: 'job_2EkvGZtGjlB4rHo0qFGW8A',
  credential_id: 'cred_NdnjpKdYx7E4bYKdo14PSY',
  job_id: 'job_2EkvGZtGjlB4rHo0qFGW8A',
  email: 'you@example.com',
  filename: 'photo.jpg',
  media_type: 'image/jpeg',
  currency: 'CNY',
  day: '2026-11-01',
  month: '2026-10',
};
const INSTANT = '2026-11-01T00:00:00Z';

/** The first answer that is JSON, made from its schema; null: there is none. */
export function answerExample(answers: readonly Answer[], schemas: ReadonlyMap<string, Shape>): string | null {
  for (const { contents } of answers) {
    const shape = contents.find(({ type }) => type === 'application/json')?.shape;
    if (shape) return JSON.stringify(valueOf('', shape, schemas, 0), null, 2);
  }
  return null;
}

function valueOf(name: string, given: Shape, schemas: ReadonlyMap<string, Shape>, depth: number): unknown {
  const shape = (given.ref === null ? undefined : schemas.get(given.ref)) ?? given;
  const isNullable = given.nullable || shape.nullable;
  const [type] = shape.types;
  const [first] = shape.values;
  if (type === 'object' || shape.fields.length > 0) {
    if (depth >= DEPTH && isNullable) return null;
    const fields = shape.fields.filter(({ isRequired }) => isRequired);
    return Object.fromEntries(
      fields.map((field) => [field.name, valueOf(field.name, field.shape, schemas, depth + 1)]),
    );
  }
  if (type === 'array') return arrayOf(name, shape, schemas, depth);
  if (isNullable && TEXTS[name] === undefined) return null;
  if (type === 'boolean') return first === 'true';
  if (type === 'integer' || type === 'number') return first === undefined ? (shape.bounds.min ?? 0) : Number(first);
  return type === 'string' ? (first ?? TEXTS[name] ?? textOf(name)) : null;
}

/** Lists within lists are left empty where they may be. */
function arrayOf(
  name: string,
  { items, bounds }: Shape,
  schemas: ReadonlyMap<string, Shape>,
  depth: number,
): unknown[] {
  if (items === null || (depth >= DEPTH && (bounds.min ?? 0) === 0)) return [];
  return [valueOf(name, items, schemas, depth + 1)];
}

function textOf(name: string): string {
  if (name.endsWith('_at')) return INSTANT;
  return name.endsWith('_url') || name === 'url' ? 'https://example.com/…' : '…';
}
