import type { SampleLanguage } from '../kit/code/words.ts';
import { referenceSlug, type ReferencePart } from '../kit/site-map.ts';

/** What a value may be, as a JSON Schema says it. */
export interface Shape {
  /** `string`, `integer`, …; empty: anything, or what `ref` says. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** The name of a schema that is described once, for all who use it. */
  readonly ref: string | null;
  /** The only ones allowed; empty: any. */
  readonly values: readonly string[];
  readonly bounds: Bounds;
  /** What stands where nothing is sent. */
  readonly fallback: string | null;
  /** Of an array. */
  readonly items: Shape | null;
  /** Of an object. */
  readonly fields: readonly Field[];
  /** An object may have members of any name. */
  readonly isOpen: boolean;
  /** Bytes of a file. */
  readonly isFile: boolean;
}

export interface Bounds {
  readonly of: 'characters' | 'items' | 'number';
  readonly min: number | null;
  readonly max: number | null;
}

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}

export const PLACES = ['path', 'query', 'header'] as const;
export type Place = (typeof PLACES)[number];

/** One way to be let in; several are alternatives. */
export interface Access {
  readonly scheme: 'none' | 'apiKey' | 'session' | 'adminToken';
  /** The scope of the key, or the permission of the member. */
  readonly needs: string | null;
}

export interface Content {
  readonly type: string;
  /** Null: bytes. */
  readonly shape: Shape | null;
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  /** Besides those that every answer has. */
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly contents: readonly Content[];
}

/** A refusal; without codes it is told by the schema. */
export interface Refusal {
  readonly status: string;
  readonly codes: readonly string[];
}

export interface Operation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly access: readonly Access[];
  readonly parameters: Readonly<Record<Place, readonly Field[]>>;
  readonly body: { readonly type: string; readonly isRequired: boolean; readonly shape: Shape } | null;
  readonly answers: readonly Answer[];
  readonly refusals: readonly Refusal[];
  /** A call that works once the variables are set, in each language. */
  readonly examples: Readonly<Record<SampleLanguage, string>>;
  /** What it may answer, as JSON; null: no JSON. */
  readonly answerExample: string | null;
}

/** What the interface offers, group by group, and the schemas that several operations share. */
export interface Reference {
  readonly groups: readonly Group[];
  readonly schemas: readonly Schema[];
}

export interface Group {
  readonly tag: ReferencePart;
  readonly operations: readonly Operation[];
}

export interface Schema {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

/** The anchors of the page of a group, and of the index, whose entries keep the addresses that led to the one page of before. */
export function operationAnchor(id: string): string {
  return id;
}

export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

export function groupAnchor(part: ReferencePart): string {
  return part === 'Schemas' ? 'schemas' : `tag-${referenceSlug(part)}`;
}
