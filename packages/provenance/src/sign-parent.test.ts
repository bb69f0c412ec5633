import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { findReferenceTool, NO_REFERENCE_TOOL } from '@revera/testkit/conformance';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from './c2pa/facts.ts';
import { CONTENT_TYPES, type ContentType } from './c2pa/sign/content-types.ts';
import { openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';
import { TOOL_VERSION } from './version.ts';

const FIRST: ContentType = 'ai_generated';
const LATER: readonly ContentType[] = ['human_edited', 'composite', 'captured', 'ai_edited', 'digital_creation'];
const KINDS = ['jpeg', 'png', 'mp4', 'wav', 'svg'] as const;

describe.each(KINDS)('a %s that was signed and then signed five times over', (name) => {
  const { build, extension } = mediaKinds[name];
  let bench: SignBench;
  let authority: Authority;
  let trust: TrustSnapshot;
  let signed: Uint8Array;
  beforeAll(async () => {
    bench = await openSignBench();
    authority = await createAuthority();
    trust = trustIn(authority);
    signed = await bench.sign(build(), { authority, trust, declarations: { contentType: FIRST, model: 'diffuser-9' } });
    for (const contentType of LATER) {
      const declarations = { contentType, generatorName: 'Editor', generatorVersion: '2' };
      signed = await bench.sign(signed, { authority, trust, hasParent: true, declarations });
    }
  });
  afterAll(() => bench.close());

  const read = async () => {
    const { report, verdict, crjson } = await bench.analyzeBytes(signed, trust);
    if (report.c2pa.state !== 'examined' || report.c2pa.facts.kind !== 'present') throw new TypeError('no manifest');
    return { verdict, facts: report.c2pa.facts, crjson: JSON.parse(crjson ?? '') as CrJson };
  };

  it('has six manifests, each valid and the parent of the next', async () => {
    const { facts } = await read();
    const lineage = lineageOf(facts);
    expect(lineage).toHaveLength(LATER.length + 1);
    expect(new Set(lineage)).toEqual(new Set(facts.manifests.map(({ label }) => label)));
    for (const { codes, label } of facts.manifests) expect(codes, label).toMatchObject({ failure: [] });
    expect(facts).toMatchObject({ validation_state: 'trusted', active_codes: { failure: [] } });
    expect(facts.ingredient_deltas.flatMap(({ codes }) => codes.failure)).toEqual([]);
  });

  it('still declares first what its maker declared first', async () => {
    const { verdict } = await read();
    expect(verdict).toMatchObject({
      provenance_status: 'verified',
      content_declaration: FIRST,
      digital_source_type: CONTENT_TYPES[FIRST],
      ai_generated: true,
      source_model: 'diffuser-9',
    });
  });

  it('opens the parent, then states the edit, and keeps what was found of the parent', async () => {
    const { crjson, facts } = await read();
    const manifests = lineageOf(facts).map((label) => crjson.manifests.find((manifest) => manifest.label === label));
    expect(manifests.at(-1)?.assertions['c2pa.actions.v2']).toMatchObject({
      allActionsIncluded: true,
      actions: [{ action: 'c2pa.created', digitalSourceType: CONTENT_TYPES[FIRST] }],
    });
    for (const [place, manifest] of manifests.slice(0, -1).entries()) {
      const contentType = LATER.at(-1 - place) ?? FIRST;
      const agent = { name: 'Editor', version: '2' };
      expect(manifest?.assertions['c2pa.actions.v2']).toMatchObject({
        allActionsIncluded: true,
        actions: [
          {
            action: 'c2pa.opened',
            softwareAgent: { name: 'Revera', version: TOOL_VERSION },
            parameters: { ingredients: [{ url: expect.stringContaining('c2pa.ingredient.v3') as string }] },
          },
          { action: 'c2pa.edited', digitalSourceType: CONTENT_TYPES[contentType], softwareAgent: agent },
        ],
      });
      expect(manifest?.assertions['c2pa.ingredient.v3']).toMatchObject({
        relationship: 'parentOf',
        activeManifest: { url: expect.stringContaining(manifests[place + 1]?.label ?? '?') as string },
        validationResults: { activeManifest: { failure: [] } },
      });
    }
  });

  it('is trusted by the reference tool', async (ctx) => {
    const tool = (await findReferenceTool()) ?? ctx.skip(`skipped: ${NO_REFERENCE_TOOL}`);
    const path = await bench.write(signed, extension);
    const reading = await tool.read(path, { anchorsPem: authority.rootPem });
    expect(reading).toMatchObject({ state: 'Trusted', failure: [] });
    expect(Object.keys((reading.report as { manifests: object }).manifests)).toHaveLength(LATER.length + 1);
  });
});

describe('a file that carries a credential', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench();
  });
  afterAll(() => bench.close());

  it('has no history when it is signed without a parent', async () => {
    const [first, second] = [await createAuthority(), await createAuthority()];
    const trust = trustIn(second);
    const signed = await bench.sign(mediaKinds.jpeg.build(), { authority: first });
    const { report, verdict } = await bench.analyzeBytes(await bench.sign(signed, { authority: second }), trust);
    expect(report.c2pa).toMatchObject({ facts: { manifests: [{ ingredients: [] }] } });
    expect(verdict.provenance_status).toBe('verified');
  });

  it('is recorded as trusted or not by the lists of the time of signing', async () => {
    const [first, second] = [await createAuthority(), await createAuthority()];
    const recorded = async (trust: TrustSnapshot) => {
      const signed = await bench.sign(mediaKinds.jpeg.build(), { authority: first });
      const again = await bench.sign(signed, { authority: second, trust, hasParent: true });
      const { crjson } = await bench.analyzeBytes(again, trustIn(second));
      const [active] = (JSON.parse(crjson ?? '') as CrJson).manifests;
      return JSON.stringify(active?.assertions['c2pa.ingredient.v3']?.['validationResults']);
    };
    expect(await recorded(trustIn(first))).toContain('signingCredential.trusted');
    expect(await recorded(trustIn(second))).toContain('signingCredential.untrusted');
  });
});

interface CrJson {
  manifests: { label: string; assertions: Record<string, Record<string, unknown>> }[];
}

/** Labels from the active manifest to the oldest. */
function lineageOf({ manifests, active_manifest }: ManifestStoreFacts): string[] {
  const line: string[] = [];
  let next: string | null | undefined = active_manifest;
  while (next != null && !line.includes(next)) {
    const label: string = next;
    line.push(label);
    const parents = manifests.find((manifest) => manifest.label === label)?.ingredients ?? [];
    next = parents.find(({ relationship }) => relationship === 'parentOf')?.active_manifest;
  }
  return line;
}
