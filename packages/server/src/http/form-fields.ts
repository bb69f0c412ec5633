/** More than any form of ours has. */
const FIELDS_MAX = 60;

/** The text fields of an HTML form, by name; a name that comes twice counts with its first value. */
export type FormFields = ReadonlyMap<string, string>;

/** Reads an `application/x-www-form-urlencoded` body. */
function parseFormFields(body: string): FormFields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (fields.size === FIELDS_MAX) break;
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** What the form reader hands to the pages; nothing else takes it for a body. */
export class FormBody {
  readonly fields: FormFields;

  constructor(text: string) {
    this.fields = parseFormFields(text);
  }
}
