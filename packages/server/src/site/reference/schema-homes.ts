import type { ReferencePart } from '../kit/site-map.ts';
import type { Operation, Reference, Shape } from './model.ts';

/** On which page each schema is described: that of the one group that uses it, or else that of all shared ones. */
export function schemaHomes({ groups, schemas }: Reference): ReadonlyMap<string, ReferencePart> {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.shape]));
  const users = new Map<string, Set<ReferencePart>>();
  for (const { tag, operations } of groups) {
    const waiting = operations.flatMap(schemasOf);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const tags = users.get(name) ?? new Set();
      if (tags.has(tag)) continue;
      users.set(name, tags.add(tag));
      const shape = byName.get(name);
      if (shape !== undefined) waiting.push(...refsIn(shape));
    }
  }
  return new Map(
    schemas.map(({ name }) => {
      const [only, another] = users.get(name) ?? [];
      return [name, only === undefined || another !== undefined ? 'Schemas' : only];
    }),
  );
}

/** The schema of refusals without codes. */
export const UNCODED_REFUSAL = 'HTTPValidationError';

function schemasOf({ parameters, body, answers, refusals }: Operation): string[] {
  const fields = [...parameters.path, ...parameters.query, ...parameters.header].map(({ shape }) => shape);
  const contents = answers.flatMap((answer) => answer.contents.flatMap(({ shape }) => shape ?? []));
  return [
    ...[...fields, ...(body === null ? [] : [body.shape]), ...contents].flatMap(refsIn),
    ...(refusals.some(({ codes }) => codes.length === 0) ? [UNCODED_REFUSAL] : []),
  ];
}

function refsIn({ ref, items, fields }: Shape): string[] {
  return [
    ...(ref === null ? [] : [ref]),
    ...(items === null ? [] : refsIn(items)),
    ...fields.flatMap(({ shape }) => refsIn(shape)),
  ];
}
