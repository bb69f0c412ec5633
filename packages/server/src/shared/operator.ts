/** Who runs this installation, as its pages say it; null: the operator has not said. */
export interface Operator {
  readonly name: string | null;
  /** A `mailto:` or `https:` address. */
  readonly contact: string | null;
  /** Number of the ICP filing, as it must stand on the pages of a site in mainland China. */
  readonly icp: string | null;
  /** Number of the filing with the public security authorities of mainland China. */
  readonly psb: string | null;
  /** Where the source of this installation is. */
  readonly sourceUrl: string | null;
}
