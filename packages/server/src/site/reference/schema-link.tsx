import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { referenceSlug, type ReferencePart } from '../kit/site-map.ts';
import { schemaAnchor } from './model.ts';

interface Place {
  /** The page that is rendered. */
  part: ReferencePart;
  homes: ReadonlyMap<string, ReferencePart>;
}

/** Where links to schemas start from: types stand in one another to any depth, and each may name a schema. */
export const LinkPlace = createContext<Place>({ part: 'Schemas', homes: new Map() });

/** Leads to where a schema is described. Relative, because there are hundreds of these links. */
export function SchemaLink({ name }: { name: string }) {
  const { part, homes } = useContext(LinkPlace);
  const home = homes.get(name) ?? part;
  return <a href={`${home === part ? '' : referenceSlug(home)}#${schemaAnchor(name)}`}>{name}</a>;
}
