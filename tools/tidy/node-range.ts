type Version = readonly [number, number, number];

interface Comparator {
  operator: string;
  version: Version;
  /** How many of the three numbers are written: `^18` writes one. */
  given: number;
}

const COMPARATOR = /^(\^|~|>=|<=|>|<|=|)v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?$/;

/**
 * Whether an `engines.node` range accepts a version, for the forms that packages use (`>=`, `^`, `~`, `||`, x-ranges).
 * Throws on any other form: a range that is not understood is not accepted in silence.
 */
export function rangeAccepts(range: string, version: string): boolean {
  const wanted = parseVersion(version);
  return range.split('||').some((alternative) => {
    const parts = alternative
      .trim()
      .replace(/(\^|~|>=|<=|>|<|=)\s+/g, '$1')
      .split(/\s+/)
      .filter(Boolean);
    return parts.map(parseComparator).every((comparator) => holds(comparator, wanted));
  });
}

function parseVersion(text: string): Version {
  const { version, given } = parseComparator(text);
  if (given !== 3) throw new Error(`"${text}" is not a full version`);
  return version;
}

function parseComparator(text: string): Comparator {
  const [match, operator = '', ...written] = COMPARATOR.exec(text) ?? [];
  if (match === undefined) throw new Error(`the range "${text}" is of an unknown form`);
  const numbers = written.map((part) => (part === undefined || /[xX*]/.test(part) ? null : Number(part)));
  const firstOpen = numbers.indexOf(null);
  const given = firstOpen === -1 ? 3 : firstOpen;
  return { operator, version: [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0], given };
}

function holds({ operator, version, given }: Comparator, wanted: Version): boolean {
  const order = compare(wanted, version);
  const [major, minor] = version;
  const sameMajor = wanted[0] === major;
  const sameGiven = wanted.slice(0, given).every((part, index) => part === version[index]);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0 && !(given < 3 && sameGiven);
    case '<=':
      return order <= 0 || (given < 3 && sameGiven);
    case '^':
      return order >= 0 && sameMajor && (major > 0 || given < 2 || wanted[1] === minor);
    case '~':
      return order >= 0 && sameMajor && (given < 2 || wanted[1] === minor);
    default:
      return sameGiven;
  }
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
