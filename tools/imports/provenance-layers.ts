/**
 * Who may know whom inside the engine: facts, then judgement, then presentation. A part is a folder of
 * `packages/provenance/src`, or a name for files that lie beside the folders. A part may always import itself.
 */
const LEAF_FILES = new Set(['limits.ts', 'digital-source-types.ts', 'finding.ts', 'glossary.ts', 'version.ts']);
const FACT_FILES = new Set(['report.ts']);

interface Arrows {
  /** Parts that may be imported for their values (and types). */
  values: readonly string[];
  /** Parts that may only be named by `import type`. */
  types: readonly string[];
}

const READERS = ['c2pa', 'label', 'vendor', 'resolution', 'delivery', 'lab'];
const FACT_TYPES = ['facts', ...READERS, 'trust', 'media'];

const ARROWS: Record<string, Arrows> = {
  leaf: { values: [], types: [] },
  bytes: { values: ['leaf'], types: [] },
  media: { values: ['leaf', 'bytes'], types: [] },
  trust: { values: ['leaf', 'bytes'], types: [] },
  c2pa: { values: ['leaf', 'bytes', 'media', 'trust'], types: ['facts'] },
  label: { values: ['leaf', 'bytes', 'media'], types: ['facts'] },
  vendor: { values: ['leaf', 'bytes', 'media'], types: ['facts'] },
  'signed-copy': { values: ['leaf', 'bytes', 'media', 'label'], types: [] },
  resolution: { values: ['leaf', 'bytes', 'media'], types: ['facts'] },
  delivery: { values: ['leaf', 'bytes', 'media'], types: ['facts'] },
  lab: { values: ['leaf', 'bytes', 'media'], types: ['facts'] },
  facts: { values: ['leaf'], types: FACT_TYPES },
  verdict: { values: ['leaf'], types: FACT_TYPES },
  present: { values: ['leaf', 'verdict'], types: FACT_TYPES },
};

/** Tables of published words: data that a judgement may read from the part that owns the vocabulary (law 5). */
const VOCABULARY_FILES = new Set(['trust/trust-list.ts']);

/**
 * These see the whole engine and nobody below may import them: index.ts, inspector.ts, sign.ts and the thread, and the
 * fixtures for tests.
 */
const DOOR = 'door';
const POOL = 'pool';
const TESTING = 'testing';

/** Null for a folder that the table does not know. */
export function provenancePart(path: string): string | null {
  const [first = '', ...rest] = path.split('/');
  if (rest.length === 0) return LEAF_FILES.has(first) ? 'leaf' : FACT_FILES.has(first) ? 'facts' : DOOR;
  return first in ARROWS || first === POOL || first === TESTING ? first : null;
}

/** The reason why one file (below the engine's `src`) may not import another, or null when it may. */
export function brokenArrow(fromPath: string, toPath: string, typeOnly: boolean): string | null {
  const [from, to] = [provenancePart(fromPath), provenancePart(toPath)];
  if (from === null || to === null || from === to) return null;
  if (to === TESTING) return 'testing/ is imported by tests only';
  if (from === DOOR || from === POOL || from === TESTING) return null;
  if (from === 'verdict' && VOCABULARY_FILES.has(toPath)) return null;
  const arrows = ARROWS[from];
  if (arrows === undefined || arrows.values.includes(to)) return null;
  if (arrows.types.includes(to)) {
    return typeOnly ? null : `${from}/ may name ${to} only by "import type": it works on facts, not on readers`;
  }
  if (READERS.includes(from) && READERS.includes(to)) {
    return 'readers never import one another, so that one can fail or change alone';
  }
  return `${from}/ may import ${arrows.values.join(', ') || 'nothing'}; ${to} is not below it`;
}
