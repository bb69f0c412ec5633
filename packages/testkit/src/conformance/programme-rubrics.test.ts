import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createAuthority, type Authority } from '../authorities/certificate-authority.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { flipByte } from '../mutate.ts';
import { describeWithShared } from '../shared-folder.ts';
import { digitalSourceTypes, signEdit, signMedia, type Action, type SignOptions } from '../sign/sign-media.ts';
import { readCrJson, type CrJson } from './read-crjson.ts';
import { evaluateRubric, loadRubric } from './rubric.ts';
import { activeManifest, assertionOf, claimOf, plantedViolations } from './planted-violations.ts';

const JPEG = 'image/jpeg';
const SPEC = { specVersion: '2.4' };
const SPEC_2_4 = 'asset-rubric-conformance0.2-spec2.4.yml';
const CREATED = { action: 'c2pa.created', digitalSourceType: digitalSourceTypes.digitalCreation };
const CONFORMANCE = ['asset-rubric-conformance0.1-spec2.2.yml', 'asset-rubric-conformance0.2-spec2.2.yml', SPEC_2_4];

describeWithShared('the rubrics of the conformance programme', 'conformance', (folder) => {
  const rubricFiles = readdirSync(folder).filter((name) => name.endsWith('.yml'));
  let authority: Authority;
  let created: CrJson;
  let edited: CrJson;

  const sign = async (options: Omit<SignOptions, 'authority'>) => {
    const claimGenerator = { name: 'Revera Testkit', version: '1.0', ...SPEC };
    return signMedia(buildJpeg(), JPEG, { authority, claimGenerator, ...options });
  };
  const read = async (media: Uint8Array) => readCrJson(media, JPEG, authority.rootPem);
  const evaluate = async (name: string, document: CrJson, options = SPEC) => {
    const rubric = await loadRubric(join(folder, name));
    return evaluateRubric(rubric, rubric.subject === 'document' ? document : document.manifests[0], options);
  };
  const failed = async (name: string, document: CrJson, options = SPEC) =>
    (await evaluate(name, document, options)).filter(({ passed }) => !passed).map(({ id }) => id);

  beforeAll(async () => {
    authority = await createAuthority();
    const media = await sign(statedActions([CREATED]));
    created = await read(media);
    edited = await read(await signEdit(media, JPEG, { authority, claimGenerator: { name: 'Testkit', ...SPEC } }));
    // The testkit's editor states its actions as an SDK does that is not told otherwise; the rubrics want this.
    assertionOf(activeManifest(edited), 'c2pa.actions.v2')['allActionsIncluded'] = true;
    const claim = claimOf(activeManifest(edited));
    claim.created_assertions.push(...claim.gathered_assertions.splice(0));
  });

  it.each(rubricFiles)('%s: each check can be evaluated', async (name) => {
    const checks = (await loadRubric(join(folder, name))).checks.map(({ id }) => id);
    for (const document of [created, edited]) {
      const findings = await evaluate(name, document);
      expect(findings.map(({ id }) => id)).toEqual(checks);
      expect(findings.map(({ text }) => text).join('')).not.toMatch(/\{\{|^$/);
    }
  });

  it.each([...CONFORMANCE, 'asset-rubric-integrity.yml'])('%s: passes what follows the rules', async (name) => {
    expect(await failed(name, created)).toEqual([]);
    expect(await failed(name, edited)).toEqual([]);
  });

  it('text: names what a picture lacks', async () => {
    expect(await failed('asset-rubric-text-conformance.yml', created)).toEqual(['text:is_text_asset']);
  });

  it('signals: names what the manifest says of itself', async () => {
    const signals = async (document: CrJson) =>
      (await evaluate('asset-rubric-signals-local.yml', document)).filter(({ passed }) => passed).map(({ id }) => id);
    expect(await signals(created)).toEqual(['inception:signal_nonGenAIDigitalCreation']);
    expect(await signals(edited)).toEqual(['transformation:signal_perceptibleNonGenAI']);
    const generated = { ...CREATED, digitalSourceType: digitalSourceTypes.trainedAlgorithmicMedia };
    expect(await signals(await read(await sign({ actions: [generated] })))).toEqual([
      'inception:signal_fullyGenAIMedia',
      'transformation:signal_ambiguousActions',
    ]);
  });

  it.each(plantedViolations)('$id: finds $what', async ({ id, in: place, plant, matches }) => {
    const document = structuredClone(place === 'edited' ? edited : created);
    plant(activeManifest(document));
    const findings = await evaluate(SPEC_2_4, document);
    const finding = findings.find((each) => each.id === `validation:${id}`);
    expect(finding).toMatchObject({ passed: false, ...(matches === undefined ? {} : { matches }) });
    expect(finding?.text).toMatch(/found|missing|not in|prefix/i);
  });

  it('every check of the newest rubric has a planted violation or warning', async () => {
    const { checks } = await loadRubric(join(folder, SPEC_2_4));
    const planted = plantedViolations.map(({ id }) => `validation:${id}`);
    const expected = [...planted, 'validation:discouraged_legacy_action_parameters'];
    expect(checks.map(({ id }) => id).toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  it('warns of discouraged parameters', async () => {
    const actions = [{ ...CREATED, parameters: { description: 'in the wrong place' } }];
    const findings = await evaluate(SPEC_2_4, await read(await sign(statedActions(actions))));
    const warned = findings.filter((finding) => finding.warned);
    const id = 'validation:discouraged_legacy_action_parameters';
    expect(warned).toMatchObject([{ id, passed: true, matches: ['c2pa.created'] }]);
  });

  it('finds the violations of files that were signed with them', async () => {
    const unversioned = await sign({ claimGenerator: { name: 'Revera Testkit' }, ...statedActions([CREATED]) });
    expect(await failed(SPEC_2_4, await read(unversioned))).toEqual(['validation:mandatory_spec_version']);
    const gathered = ['validation:mandatory_all_actions_included', 'validation:inception_action_position'];
    expect(await failed(SPEC_2_4, await read(await sign({})))).toEqual(gathered);
    const custom = { label: 'comment', data: { text: 'label without a dot' } };
    const actions = statedActions([CREATED]);
    const labelled = await sign({ ...actions, assertions: [...actions.assertions, custom] });
    expect(await failed(SPEC_2_4, await read(labelled))).toEqual(['validation:no_unrecognized_custom_assertions']);
    const altered = await sign(actions);
    expect(await failed(SPEC_2_4, await read(flipByte(altered, altered.length - 3)))).toEqual([
      'validation:valid_success',
    ]);
  });

  it('integrity: an unknown signer is a failure of trust alone', async () => {
    const document = await readCrJson(await sign(statedActions([CREATED])), JPEG);
    expect(await failed('asset-rubric-integrity.yml', document)).toEqual(['validation:trusted_success']);
  });

  it('demands a version of the specification only where that version demands it', async () => {
    const unversioned = structuredClone(created);
    delete claimOf(activeManifest(unversioned)).claim_generator_info['specVersion'];
    expect(await failed(SPEC_2_4, unversioned, { specVersion: '2.2' })).toEqual([]);
  });
});

/** The engine puts an assertion among the created ones only when told so. */
function statedActions(actions: Action[]) {
  const assertion = { label: 'c2pa.actions.v2', data: { actions, allActionsIncluded: true }, created: true };
  return { actions: [], assertions: [assertion] };
}
