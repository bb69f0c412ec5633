/** What must hold whenever it is looked at, in one snapshot of the database. */
export interface Invariant {
  /** Its number, `I1` and so on; two rows may share one. */
  id: string;
  what: string;
  /** A query without parameters that answers a row for each breach, with one column `example`: a text that names where it is. */
  breaches: string;
}
