import { encode } from 'uqr';

interface Props {
  /** What a reader of the code gets, at most 2,000 bytes. */
  text: string;
  /** What the picture is, for people who cannot see it. */
  label: string;
  /** Side in CSS pixels, with the quiet zone. */
  side?: number;
}

/** Modules of white around the code that readers need (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/** A QR code: black on white in both colour schemes, because not every reader knows the inverse. */
export function QrCode({ text, label, side = 168 }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={darkRuns(data)} />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function darkRuns(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x] === true) x += 1;
      path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  }
  return path;
}
