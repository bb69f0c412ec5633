/** The same members with a text in another language: the required shape of the English table, given the Chinese one. */
export type Words<Table> = Table extends string
  ? string
  : Table extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Table]: Words<Table[Name]> };
