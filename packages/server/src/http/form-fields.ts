/** More than any of our forms has. */
const FIELDS_MAX = 60;

/** The text fields of an HTML form, by name; a repeated name has its first value. */
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

/** The form reader's result for pages; nothing else accepts it as a body. */
export class FormBody {
  readonly fields: FormFields;

  constructor(text: string) {
    this.fields = parseFormFields(text);
  }
}
