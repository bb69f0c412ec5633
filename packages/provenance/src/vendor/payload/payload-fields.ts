import { LIMITS } from '../../limits.ts';
import type { FieldContainer, FieldRole, TextField } from '../text-field.ts';
import { parsePayload, startsObject, type LoosePayload } from '../../media/loose-payload.ts';

/** Roles that may hold a payload. Credits, source types and lenses are for people, whatever their text looks like. */
const ROLES: ReadonlySet<FieldRole> = new Set(['payload', 'comment', 'description', 'artist', 'make', 'model', 'tool']);
/** Their keys are compared without regard to case: writers do not agree, and readers were told so (PNG, Matroska, Vorbis). */
const ANY_CASE: ReadonlySet<FieldContainer> = new Set(['png', 'matroska', 'vorbis']);

/** Comment names in formats whose other values are named too. */
const COMMENT_KEYS: ReadonlySet<string> = new Set(['comment', '\u00a9cmt', 'icmt', 'com.apple.quicktime.comment']);

/** The fields of one file by location, and their JSON, each parsed once and all within a budget. */
export class PayloadFields {
  readonly #byPlace = new Map<string, TextField[]>();
  readonly #comments: TextField[] = [];
  readonly #payloads = new Map<string, LoosePayload | null>();
  #parsedChars = 0;

  constructor(fields: readonly TextField[]) {
    for (const field of fields) {
      if (!ROLES.has(field.role)) continue;
      const place = placeOf(field.container, field.key);
      const there = this.#byPlace.get(place);
      if (there === undefined) this.#byPlace.set(place, [field]);
      else there.push(field);
      if (field.role === 'comment' || COMMENT_KEYS.has(field.key.toLowerCase())) this.#comments.push(field);
    }
  }

  /** Characters passed to a JSON parser so far. */
  get parsedChars(): number {
    return this.#parsedChars;
  }

  /** Fields with one of these keys in the container. */
  at(container: FieldContainer, ...keys: string[]): TextField[] {
    return keys.flatMap((key) => this.#byPlace.get(placeOf(container, key)) ?? []);
  }

  /** Comments of these containers, under any key: formats differ in whether a comment has one. */
  comments(...containers: FieldContainer[]): TextField[] {
    return this.#comments.filter(({ container }) => containers.includes(container));
  }

  /** The JSON object in a field. */
  payload(field: TextField): LoosePayload | null {
    return this.parse(field.text);
  }

  /** Like `payload`, for a text inside one. Also null when the file has more JSON than is read from one file. */
  parse(text: string): LoosePayload | null {
    if (!startsObject(text)) return null;
    const known = this.#payloads.get(text);
    if (known !== undefined) return known;
    if (this.#parsedChars + text.length > LIMITS.vendorPayloadsChars) return null;
    this.#parsedChars += text.length;
    const payload = parsePayload(text);
    this.#payloads.set(text, payload);
    return payload;
  }
}

function placeOf(container: FieldContainer, key: string): string {
  return `${container} ${ANY_CASE.has(container) ? key.toLowerCase() : key}`;
}
