/** The same members with a text of another language for each: what the English table must be, given the Chinese one. */
export type Words<Table> = Table extends string
  ? string
  : Table extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Table]: Words<Table[Name]> };
