import { decodeRecord, type LooseRecord } from './loose-json.ts';

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const C2PA = 'http://c2pa.org/digitalsourcetype/';

/**
 * What one manifest says about how its content came to be (`inception`) and what was done to it since (`transformation`), in
 * the terms of the C2PA conformance programme: the checks of its signals rubric 1.0, with their ids and in their order. Each
 * answers only for the manifest itself, never for an ingredient's.
 */
const CHECKS = {
  'inception:signal_blankCanvas': inceptionWith(`${C2PA}empty`),
  'inception:signal_capturedMedia': inceptionWith(`${IPTC}digitalCapture`, `${IPTC}computationalCapture`),
  'inception:signal_capturedMediaStitched': inceptionWith(`${IPTC}compositeCapture`),
  'inception:signal_compositionMayContainGenAI': inceptionWith(`${IPTC}composite`),
  'inception:signal_fullyGenAIMedia': inceptionWith(`${IPTC}trainedAlgorithmicMedia`),
  'inception:signal_mediaUnknownProvenance': ({ ingredient }) =>
    isGiven(ingredient) && !isGiven(decodeRecord(ingredient)['activeManifest']),
  'inception:signal_nonGenAIDigitalCreation': inceptionWith(`${IPTC}digitalCreation`),
  'inception:signal_partlyGenAICreation': inceptionWith(`${IPTC}compositeWithTrainedAlgorithmicMedia`),
  'inception:signal_screenCaptureMayContainGenAI': inceptionWith(`${IPTC}screenCapture`),
  'transformation:signal_ambiguousActions': isAmbiguous,
  'transformation:signal_nonEditorial': ({ actions }) =>
    actions.some(({ action }) => isIn(NON_EDITORIAL_ACTIONS, action)),
  'transformation:signal_perceptibleGenAI': perceptible((type) => isIn(GENERATED_TYPES, type)),
  'transformation:signal_perceptibleNonGenAI': perceptible((type) => isGiven(type) && !isIn(GENERATED_TYPES, type)),
  'transformation:signal_perceptiblePossiblyGenAI': perceptible((type) => isIn(POSSIBLY_GENERATED_TYPES, type)),
} as const satisfies Record<string, Check>;

export type ConformanceSignal = keyof typeof CHECKS;

/** Ids of all signals, in the order of the rubric. */
export const SIGNALS = Object.keys(CHECKS).filter(isSignal);

const INCEPTION_ACTIONS = ['c2pa.created', 'c2pa.opened'];
const NON_EDITORIAL_ACTIONS = [
  'c2pa.converted',
  'c2pa.published',
  'c2pa.repackaged',
  'c2pa.transcoded',
  'c2pa.resized.proportional',
  'c2pa.enhanced',
  'c2pa.edited.metadata',
  'c2pa.watermarked',
  'c2pa.watermarked.bound',
  'c2pa.watermarked.unbound',
  'c2pa.redacted',
];
const GENERATED_TYPES = [
  `${IPTC}trainedAlgorithmicMedia`,
  `${IPTC}compositeWithTrainedAlgorithmicMedia`,
  `${IPTC}compositeSynthetic`,
  `${C2PA}trainedAlgorithmicData`,
];
const POSSIBLY_GENERATED_TYPES = [`${IPTC}digitalArt`, `${IPTC}composite`];

/**
 * The signals of one entry of crJSON's `manifests`. Equal to the programme's rubric, with two exceptions on the safe side:
 * a member of a type that the specification does not allow, which the rubric cannot evaluate or answers by accident, is
 * `ambiguousActions`; and a member that is named `null`, which the rubric takes for the value null, hides nothing.
 */
export function decodeSignals(manifest: unknown): ConformanceSignal[] {
  const claims = readClaims(decodeRecord(manifest));
  return SIGNALS.filter((signal) => CHECKS[signal](claims));
}

type Check = (claims: Claims) => boolean;

/** What the signals are computed from. Every action is looked at: cutting the list would hide those behind the cut. */
interface Claims {
  /** Data of `c2pa.actions.v2`; the rubric reads neither the first version nor further instances of it. */
  assertion: LooseRecord;
  actions: LooseRecord[];
  /** Data of the first `c2pa.ingredient.v3`. */
  ingredient: unknown;
  gathered: LooseRecord[];
}

function readClaims(manifest: LooseRecord): Claims {
  const assertions = decodeRecord(manifest['assertions']);
  const assertion = decodeRecord(assertions['c2pa.actions.v2']);
  return {
    assertion,
    actions: recordsOf(assertion['actions']),
    ingredient: assertions['c2pa.ingredient.v3'],
    gathered: recordsOf(decodeRecord(manifest['claim.v2'])['gathered_assertions']),
  };
}

function recordsOf(value: unknown): LooseRecord[] {
  return Array.isArray(value) ? value.map(decodeRecord) : [];
}

function inceptionWith(...types: string[]): Check {
  return ({ actions }) =>
    actions.some(({ action, digitalSourceType }) => isIn(INCEPTION_ACTIONS, action) && isIn(types, digitalSourceType));
}

/** An editorial action with such a digital source type. */
function perceptible(isType: (digitalSourceType: unknown) => boolean): Check {
  return ({ actions }) =>
    actions.some(
      ({ action, digitalSourceType }) =>
        isGiven(action) &&
        !isIn(INCEPTION_ACTIONS, action) &&
        !isIn(NON_EDITORIAL_ACTIONS, action) &&
        isType(digitalSourceType),
    );
}

/** True unless the signer itself states everything that was done, in commonly known terms. */
function isAmbiguous({ assertion, actions, gathered }: Claims): boolean {
  return (
    actions.length === 0 ||
    assertion['allActionsIncluded'] !== true ||
    actions.some(({ action }) => isGiven(action) && !isStandardAction(action)) ||
    gathered.some(({ url }) => isGiven(url) && (typeof url !== 'string' || url.includes('c2pa.actions')))
  );
}

function isStandardAction(action: unknown): boolean {
  return typeof action === 'string' && action.startsWith('c2pa.') && action !== 'c2pa.unknown';
}

/** Whether there is a value: in the rubric's formulas an absent member is null. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isIn(terms: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && terms.includes(value);
}

function isSignal(id: string): id is ConformanceSignal {
  return Object.hasOwn(CHECKS, id);
}
