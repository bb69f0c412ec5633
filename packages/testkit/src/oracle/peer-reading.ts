/**
 * Verifiers that are not ours, as Python modules: the reference implementation as native code, and one that shares no code
 * with it.
 */
export const PEERS = ['c2pa-python', 'encypher-c2pa'] as const;
export type PeerName = (typeof PEERS)[number];

/** What a peer says about one file, in one form for all of them. */
export interface PeerReading {
  /** C2PA 2.x §15; `absent`: it finds no manifest; `refused`: it gives no answer but an error. */
  state: 'absent' | 'refused' | 'invalid' | 'valid' | 'trusted';
  /** Its error, for a file that it refuses. */
  error: string | null;
  /** Status codes of the active manifest, each once, sorted, without those that are the peer's own. */
  success: string[];
  informational: string[];
  failure: string[];
  /** Failures that ingredients have now and had not when they were used. */
  ingredientFailure: string[];
  /** Common name of the certificate. */
  signer: string | null;
  /** Time of the time stamp, in ISO 8601 with seconds; also null when the peer does not accept the stamp. */
  time: string | null;
  /** Digital source types that the active manifest's actions name, each once, sorted. */
  sourceTypes: string[];
}

const NOTHING: PeerReading = {
  state: 'absent',
  error: null,
  success: [],
  informational: [],
  failure: [],
  ingredientFailure: [],
  signer: null,
  time: null,
  sourceTypes: [],
};

/** Codes that an implementation adds are named by its domain (C2PA 2.x §15.2.1, "entity-specific namespaces"). */
const OWN_CODE = /^(com|org|net|io)\./;

const STATES: Readonly<Record<string, PeerReading['state']>> = {
  Invalid: 'invalid',
  Valid: 'valid',
  Trusted: 'trusted',
};

export function decodePeerReading(peer: PeerName, answer: unknown): PeerReading {
  const error = member(answer, 'error');
  if (typeof error === 'string') return { ...NOTHING, state: 'refused', error };
  const report = member(answer, 'report');
  if (report === null) return NOTHING;
  const state = STATES[String(member(report, 'validation_state'))];
  if (state === undefined) throw new TypeError(`${peer} reports no state: ${JSON.stringify(report).slice(0, 200)}`);
  return peer === 'c2pa-python' ? nativeReading(state, report) : independentReading(state, report);
}

function nativeReading(state: PeerReading['state'], report: unknown): PeerReading {
  const manifest = activeIn(report);
  const results = member(report, 'validation_results');
  const signature = member(manifest, 'signature_info');
  return {
    ...NOTHING,
    state,
    ...codesIn(member(results, 'activeManifest')),
    ingredientFailure: ingredientFailures(results),
    signer: text(member(signature, 'common_name')),
    time: seconds(member(signature, 'time')),
    sourceTypes: sourceTypesIn(manifest),
  };
}

function independentReading(state: PeerReading['state'], report: unknown): PeerReading {
  const store = member(report, 'manifest_report');
  const manifest = activeIn(store);
  const codes = codesIn(member(report, 'validation_results'));
  const label = member(store, 'active_manifest');
  const credentials = list(member(member(report, 'content_credentials'), 'manifests'));
  const stamp = member(
    member(
      credentials.find((entry) => member(entry, 'label') === label),
      'signature',
    ),
    'timeStampInfo',
  );
  return {
    ...NOTHING,
    state,
    ...codes,
    ingredientFailure: ingredientFailures(member(store, 'validation_results')),
    signer: text(member(member(manifest, 'signature_info'), 'common_name')),
    time: seconds(member(stamp, 'timestamp')),
    sourceTypes: sourceTypesIn(manifest),
  };
}

function activeIn(store: unknown): unknown {
  const label = member(store, 'active_manifest');
  return typeof label === 'string' ? member(member(store, 'manifests'), label) : undefined;
}

function codesIn(results: unknown): Pick<PeerReading, 'success' | 'informational' | 'failure'> {
  const codes = (kind: string): string[] => codeList(member(results, kind));
  return { success: codes('success'), informational: codes('informational'), failure: codes('failure') };
}

function ingredientFailures(results: unknown): string[] {
  const deltas = list(member(results, 'ingredientDeltas'));
  return sorted(deltas.flatMap((delta) => codeList(member(member(delta, 'validationDeltas'), 'failure'))));
}

function codeList(entries: unknown): string[] {
  const codes = list(entries).map((entry) => String(member(entry, 'code')));
  return sorted(codes.filter((code) => !OWN_CODE.test(code)));
}

function sourceTypesIn(manifest: unknown): string[] {
  const actions = list(member(manifest, 'assertions'))
    .filter((assertion) => /^c2pa\.actions(\.v2)?(__\d+)?$/.test(String(member(assertion, 'label'))))
    .flatMap((assertion) => list(member(member(assertion, 'data'), 'actions')));
  return sorted(actions.map((action) => text(member(action, 'digitalSourceType'))).filter((type) => type !== null));
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

function seconds(time: unknown): string | null {
  return typeof time === 'string' ? `${new Date(time).toISOString().slice(0, 19)}Z` : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A member of a JSON value; undefined when there is none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
