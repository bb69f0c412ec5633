import { readFileSync, writeFileSync } from 'node:fs';
import { member, PEERS, type PeerName, type PeerReading } from './peer-reading.ts';

/** What our answer and a peer's are compared in. */
const MEMBERS = ['state', 'success', 'failure', 'ingredientFailure', 'signer', 'time', 'sourceTypes'] as const;
type Member = (typeof MEMBERS)[number];

/** One way in which a peer answers otherwise than we do, and why, for all files where it is so. */
interface Row {
  /** What the other answer comes from, and why ours is right; or what of ours is wrong and not mended. */
  why: string;
  /** Where it is laid down. */
  clause: string;
  peer: PeerName;
  member: Member;
  ours: string;
  theirs: string;
  files: string[];
}

type Found = Pick<Row, 'peer' | 'member' | 'ours' | 'theirs'>;

/** Successes that a judgement rests on. Others only count assertions and ingredients, each verifier in its own way. */
const DECISIVE = new Set([
  'claimSignature.validated',
  'signingCredential.trusted',
  'signingCredential.ocsp.notRevoked',
  'timeStamp.trusted',
  'assertion.dataHash.match',
  'assertion.bmffHash.match',
  'assertion.boxesHash.match',
]);

const FILE = new URL('../../../../fixtures/peer-differences.json', import.meta.url);

/** `UPDATE_PEERS=1` writes what was found instead of comparing it; rows that are new then need their reasons. */
const UPDATES = process.env['UPDATE_PEERS'] === '1';

export interface DifferenceTable {
  rows: readonly Row[];
  /** The rows of this file, without their reasons. */
  of(file: string): Found[];
  /** Adds a file's findings to the table if it is being rewritten; returns whether it is. */
  update(file: string, found: readonly Found[]): boolean;
  save(): void;
}

/** The differences that are known, of the corpus or of the matrix. */
export function openDifferenceTable(part: 'corpus' | 'matrix'): DifferenceTable {
  const rows = readTables()[part];
  const fresh: Row[] = [];
  return {
    rows,
    of: (file) =>
      rows
        .filter(({ files }) => files.includes(file))
        .map(foundOf)
        .toSorted(byPlace),
    update: (file, found) => {
      if (UPDATES) for (const one of found) addTo(fresh, one, file, rows);
      return UPDATES;
    },
    save: () => {
      if (UPDATES) writeFileSync(FILE, `${JSON.stringify({ ...readTables(), [part]: fresh }, null, 2)}\n`);
    },
  };
}

function readTables(): Record<'corpus' | 'matrix', Row[]> {
  const tables: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  return { corpus: decodeRows(tables, 'corpus'), matrix: decodeRows(tables, 'matrix') };
}

function decodeRows(tables: unknown, part: string): Row[] {
  const rows = member(tables, part);
  if (!Array.isArray(rows)) throw new TypeError(`${FILE.pathname} has no rows of the ${part}`);
  return rows.map((row: unknown): Row => {
    const text = (name: string): string => {
      const value = member(row, name);
      if (typeof value !== 'string') throw new TypeError(`a row of the ${part} has no ${name}`);
      return value;
    };
    const peer = PEERS.find((name) => name === text('peer'));
    const about = MEMBERS.find((name) => name === text('member'));
    const files = member(row, 'files');
    if (peer === undefined || about === undefined || !Array.isArray(files)) {
      throw new TypeError(`a row of the ${part} is about no peer, no member or no file`);
    }
    const answers = { ours: text('ours'), theirs: text('theirs') };
    return { why: text('why'), clause: text('clause'), peer, member: about, ...answers, files: files.map(String) };
  });
}

function foundOf({ why: _why, clause: _clause, files: _files, ...found }: Row): Found {
  return found;
}

/** In the order in which differences are found. */
function byPlace(a: Found, b: Found): number {
  return PEERS.indexOf(a.peer) - PEERS.indexOf(b.peer) || MEMBERS.indexOf(a.member) - MEMBERS.indexOf(b.member);
}

function isSame(a: Found, b: Found): boolean {
  return a.peer === b.peer && a.member === b.member && a.ours === b.ours && a.theirs === b.theirs;
}

function addTo(fresh: Row[], found: Found, file: string, known: readonly Row[]): void {
  const { why = '', clause = '' } =
    known.find((row) => isSame(row, found) && row.files.includes(file)) ??
    known.find((row) => isSame(row, found)) ??
    {};
  const there = fresh.find((row) => isSame(row, found) && row.why === why);
  if (there === undefined) fresh.push({ why, clause, ...found, files: [file] });
  else there.files.push(file);
}

/** How a peer's answer differs from ours. When one of the two reports no manifest, that is the whole difference. */
export function differences(ours: PeerReading, peers: Readonly<Partial<Record<PeerName, PeerReading>>>): Found[] {
  return PEERS.flatMap((peer) => {
    const theirs = peers[peer];
    if (theirs === undefined) throw new TypeError(`${peer} said nothing`);
    const isSilent = [ours, theirs].some(({ state }) => state === 'absent' || state === 'refused');
    return MEMBERS.slice(0, isSilent ? 1 : undefined)
      .map((name) => ({ peer, member: name, ...compared(name, ours, theirs) }))
      .filter((found) => found.ours !== found.theirs);
  });
}

/** For lists only what the other does not have. */
function compared(name: Member, ours: PeerReading, theirs: PeerReading): Pick<Row, 'ours' | 'theirs'> {
  const [our, their] = [ours[name], theirs[name]];
  if (!Array.isArray(our) || !Array.isArray(their)) return { ours: String(our), theirs: String(their) };
  const counts = (code: string): boolean => name !== 'success' || DECISIVE.has(code);
  const without = (codes: readonly string[], others: readonly string[]): string =>
    codes.filter((code) => counts(code) && !others.includes(code)).join(' ');
  return { ours: without(our, their), theirs: without(their, our) };
}
