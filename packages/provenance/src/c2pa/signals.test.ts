import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared, sharedFolder } from '@revera/testkit';
import { evaluateRubric, loadRubric, type Rubric } from '@revera/testkit/conformance';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisError } from '../pool/analysis-error.ts';
import { openEngineBench, type EngineBench } from '../testing/engine-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import { decodeManifests } from './decode-crjson.ts';
import { decodeList, decodeRecord } from './loose-json.ts';
import { decodeSignals, SIGNALS, type ConformanceSignal } from './signals.ts';

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const RUBRIC = 'asset-rubric-signals-local.yml';
const EDIT = { action: 'c2pa.edited' };
const AMBIGUOUS = 'transformation:signal_ambiguousActions';
const UNKNOWN = 'inception:signal_mediaUnknownProvenance';
const NON_GENERATED = 'transformation:signal_perceptibleNonGenAI';

type Case = [what: string, manifest: unknown, signals: ConformanceSignal[]];

/** A manifest that tells all of its actions, and nothing else. */
function acting(actions: unknown, others: object = {}) {
  return { assertions: { 'c2pa.actions.v2': { actions, allActionsIncluded: true } }, ...others };
}

function created(digitalSourceType: string, action = 'c2pa.created') {
  return acting([{ action, digitalSourceType }]);
}

function edited(digitalSourceType: unknown, action = 'c2pa.edited') {
  return acting([{ action, digitalSourceType }]);
}

function gathering(...gathered_assertions: unknown[]) {
  return acting([EDIT], { 'claim.v2': { gathered_assertions } });
}

const CASES: Case[] = [
  ['an empty canvas', created('http://c2pa.org/digitalsourcetype/empty'), ['inception:signal_blankCanvas']],
  ['a photograph', created(`${IPTC}digitalCapture`), ['inception:signal_capturedMedia']],
  ['a computed photograph', created(`${IPTC}computationalCapture`), ['inception:signal_capturedMedia']],
  ['a panorama', created(`${IPTC}compositeCapture`), ['inception:signal_capturedMediaStitched']],
  ['a composition', created(`${IPTC}composite`), ['inception:signal_compositionMayContainGenAI']],
  ['a generated picture', created(`${IPTC}trainedAlgorithmicMedia`), ['inception:signal_fullyGenAIMedia']],
  ['a drawing', created(`${IPTC}digitalCreation`), ['inception:signal_nonGenAIDigitalCreation']],
  [
    'a picture generated in part',
    created(`${IPTC}compositeWithTrainedAlgorithmicMedia`),
    ['inception:signal_partlyGenAICreation'],
  ],
  ['a screenshot', created(`${IPTC}screenCapture`), ['inception:signal_screenCaptureMayContainGenAI']],
  [
    'opened counts as an inception',
    created(`${IPTC}digitalCapture`, 'c2pa.opened'),
    ['inception:signal_capturedMedia'],
  ],
  ['an edit is none, whatever it names', edited(`${IPTC}digitalCapture`), [NON_GENERATED]],
  ['a type that no signal names', created(`${IPTC}humanEdits`), []],
  ['a type by its bare name', created('digitalCapture'), []],
  ['a converted file', acting([{ action: 'c2pa.converted' }]), ['transformation:signal_nonEditorial']],
  ['a watermark', acting([{ action: 'c2pa.watermarked.bound' }]), ['transformation:signal_nonEditorial']],
  [
    'a generated fill',
    edited(`${IPTC}compositeWithTrainedAlgorithmicMedia`),
    ['transformation:signal_perceptibleGenAI'],
  ],
  ['generated parts', edited(`${IPTC}compositeSynthetic`, 'c2pa.placed'), ['transformation:signal_perceptibleGenAI']],
  [
    'a generated conversion is not perceptible',
    edited(`${IPTC}trainedAlgorithmicMedia`, 'c2pa.converted'),
    ['transformation:signal_nonEditorial'],
  ],
  ['art', edited(`${IPTC}digitalArt`), [NON_GENERATED, 'transformation:signal_perceptiblePossiblyGenAI']],
  ['a crop by hand', edited(`${IPTC}humanEdits`, 'c2pa.cropped'), [NON_GENERATED]],
  ['an edit without a type', acting([EDIT]), []],
  ['an edit of an empty type', edited(''), [NON_GENERATED]],
  ['an edit of a type that is null', edited(null), []],
  ['no actions', { assertions: {} }, [AMBIGUOUS]],
  ['an empty list of actions', acting([]), [AMBIGUOUS]],
  [
    'actions of the first version',
    { assertions: { 'c2pa.actions': { actions: [EDIT], allActionsIncluded: true } } },
    [AMBIGUOUS],
  ],
  [
    'a further instance of the actions',
    { assertions: { 'c2pa.actions.v2__1': { actions: [EDIT], allActionsIncluded: true } } },
    [AMBIGUOUS],
  ],
  ['actions not said to be all', { assertions: { 'c2pa.actions.v2': { actions: [EDIT] } } }, [AMBIGUOUS]],
  [
    'actions said to be all in words',
    { assertions: { 'c2pa.actions.v2': { actions: [EDIT], allActionsIncluded: 'true' } } },
    [AMBIGUOUS],
  ],
  ['a custom action', acting([EDIT, { action: 'com.example.magic' }]), [AMBIGUOUS]],
  ['an unknown action', acting([EDIT, { action: 'c2pa.unknown' }]), [AMBIGUOUS]],
  ['an action without a name', acting([{}, null]), []],
  ['an action named by a number', acting([{ action: 5 }]), [AMBIGUOUS]],
  [
    'actions that were handed to the signer',
    gathering({ url: 'self#jumbf=c2pa.assertions/c2pa.actions.v2' }),
    [AMBIGUOUS],
  ],
  [
    'other assertions that were handed to it',
    gathering({ url: 'self#jumbf=c2pa.assertions/c2pa.ingredient.v3' }, {}, { url: null }, 5),
    [],
  ],
  [
    'an ingredient without a credential',
    { assertions: { 'c2pa.ingredient.v3': { relationship: 'parentOf' } } },
    [UNKNOWN, AMBIGUOUS],
  ],
  [
    'an ingredient whose credential is null',
    { assertions: { 'c2pa.ingredient.v3': { activeManifest: null } } },
    [UNKNOWN, AMBIGUOUS],
  ],
  [
    'an ingredient with a credential',
    { assertions: { 'c2pa.ingredient.v3': { activeManifest: { url: 'self#jumbf=/c2pa/a' } } } },
    [AMBIGUOUS],
  ],
  ['a second ingredient is not asked', { assertions: { 'c2pa.ingredient.v3__1': {} } }, [AMBIGUOUS]],
  ['an ingredient of the second version', { assertions: { 'c2pa.ingredient.v2': {} } }, [AMBIGUOUS]],
  ['assertions that are no mapping', { assertions: [] }, [AMBIGUOUS]],
];

/** What the rubric cannot evaluate, or answers by accident. */
const MALFORMED: Case[] = [
  ['actions that are no list', acting({ first: EDIT }), [AMBIGUOUS]],
  ['actions that are a number', acting(5), [AMBIGUOUS]],
  ['an action named by a list', acting([{ action: ['c2pa.edited'] }]), [AMBIGUOUS]],
  ['an address that is no text', gathering({ url: 5 }), [AMBIGUOUS]],
  [
    'a member named null does not hide a type',
    acting([{ ...EDIT, null: `${IPTC}humanEdits`, digitalSourceType: `${IPTC}humanEdits` }]),
    [NON_GENERATED],
  ],
  ['no manifest at all', 'text', [AMBIGUOUS]],
];

describe('the signals of a manifest', () => {
  it.each([...CASES, ...MALFORMED])('%s', (_what, manifest, signals) => {
    expect(decodeSignals(manifest)).toEqual(signals);
  });

  it('an action behind very many others is seen', () => {
    const many = Array.from({ length: 5_000 }, () => EDIT);
    expect(decodeSignals(acting([...many, { action: 'com.example.magic' }]))).toEqual([AMBIGUOUS]);
  });

  it('each has a case in which it is emitted', () => {
    expect(new Set(CASES.flatMap(([, , signals]) => signals))).toEqual(new Set(SIGNALS));
  });

  it('never throw, whatever the manifest holds', () => {
    const anywhere = fc.jsonValue().map((value) => [
      value,
      { assertions: value, 'claim.v2': value },
      { assertions: { 'c2pa.actions.v2': value, 'c2pa.ingredient.v3': value } },
      {
        assertions: { 'c2pa.actions.v2': { actions: [value] } },
        'claim.v2': { gathered_assertions: [{ url: value }] },
      },
    ]);
    fc.assert(
      fc.property(anywhere, (manifests) => {
        for (const manifest of manifests) expect(SIGNALS).toEqual(expect.arrayContaining(decodeSignals(manifest)));
      }),
      { seed: 20_261_120, numRuns: 300 },
    );
  });
});

describeWithShared('the signals and the programme’s rubric', 'conformance', (folder) => {
  let rubric: Rubric;
  const byRubric = (manifest: unknown): string[] =>
    evaluateRubric(rubric, manifest, { specVersion: '2.4' })
      .filter(({ passed }) => passed)
      .map(({ id }) => id);

  beforeAll(async () => {
    rubric = await loadRubric(join(folder, RUBRIC));
  });

  it('have the same names in the same order', () => {
    expect(SIGNALS).toEqual(rubric.checks.map(({ id }) => id));
  });

  it.each(CASES)('agree on %s', (_what, manifest, signals) => {
    expect(byRubric(manifest)).toEqual(signals);
  });

  it('agree on made manifests', () => {
    const types = ['digitalCapture', 'composite', 'trainedAlgorithmicMedia', 'digitalArt', 'compositeSynthetic', 'x'];
    const actions = [
      'c2pa.created',
      'c2pa.opened',
      'c2pa.edited',
      'c2pa.enhanced',
      'c2pa.unknown',
      'org.x',
      '',
      1,
      true,
    ];
    const action = fc.record(
      {
        action: fc.constantFrom(...actions, null),
        digitalSourceType: fc.constantFrom(...types.map((type) => IPTC + type), null, 1),
      },
      { requiredKeys: [] },
    );
    const assertion = fc.record(
      {
        actions: fc.option(fc.array(fc.option(action))),
        allActionsIncluded: fc.constantFrom(true, false, null, 'true', 1),
      },
      { requiredKeys: [] },
    );
    const gathered = fc.array(
      fc.record({ url: fc.constantFrom('c2pa.actions', 'c2pa.hash', null) }, { requiredKeys: [] }),
    );
    const ingredient = fc.record({ activeManifest: fc.constantFrom(null, {}, { url: 'x' }) }, { requiredKeys: [] });
    const manifest = fc.record(
      {
        assertions: fc.record(
          { 'c2pa.actions.v2': fc.option(assertion), 'c2pa.ingredient.v3': fc.option(ingredient) },
          { requiredKeys: [] },
        ),
        'claim.v2': fc.record({ gathered_assertions: fc.option(gathered) }, { requiredKeys: [] }),
      },
      { requiredKeys: ['assertions'] },
    );
    const isSame = fc.property(manifest, (made) => {
      expect(decodeSignals(made)).toEqual(byRubric(made));
    });
    fc.assert(isSame, { seed: 20_261_120, numRuns: 500 });
  });

  describeCorpus(byRubric);
});

function describeCorpus(byRubric: (manifest: unknown) => string[]): void {
  const corpus = sharedFolder('corpus');
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench();
  });
  afterAll(() => bench.close());

  it.skipIf(corpus === null)(
    'agree on every manifest of the corpus',
    async () => {
      const seen = { manifests: 0, signals: new Set<string>() };
      for (const path of filesIn(corpus ?? '')) {
        const crjson = await readCrJsonOf(path);
        const facts = decodeManifests(crjson);
        const manifests = decodeList(decodeRecord(crjson)['manifests']);
        for (const [index, manifest] of manifests.entries()) {
          const signals = byRubric(manifest);
          expect({ path, signals: facts[index]?.signals }).toEqual({ path, signals });
          for (const signal of signals) seen.signals.add(signal);
        }
        seen.manifests += manifests.length;
      }
      expect(seen.manifests).toBeGreaterThan(50);
      expect([...seen.signals]).toEqual(expect.arrayContaining(['inception:signal_fullyGenAIMedia', AMBIGUOUS]));
    },
    60_000,
  );

  /** Null when the file has none, or no reader takes its type. */
  async function readCrJsonOf(path: string): Promise<unknown> {
    try {
      const { crjson } = await bench.analyzePath(path, NO_LISTS);
      return JSON.parse(crjson ?? 'null');
    } catch (error) {
      if (error instanceof AnalysisError) return null;
      throw error;
    }
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
