import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { be32, describeWithShared, indexOfBytes } from '@revera/testkit';
import { createAuthority, hasOpenssl, type Authority } from '@revera/testkit/authorities';
import {
  evaluateRubric,
  findReferenceTool,
  loadRubric,
  NO_REFERENCE_TOOL,
  type ReferenceTool,
} from '@revera/testkit/conformance';
import { mediaKinds, type MediaKind } from '@revera/testkit/media';
import { createTimeStampSigner, replyToOcspRequest, replyToTimeStampQuery } from '@revera/testkit/servers';
import { signMediaDetached } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from './bytes/random-access.ts';
import type { ClaimEvidence } from './c2pa/sign/cose.ts';
import { encodeOcspRequest } from './c2pa/sign/ocsp.ts';
import { makeThumbnail } from './c2pa/sign/thumbnail.ts';
import { sniff } from './media/sniff.ts';
import { AnalysisError, SigningError } from './pool/analysis-error.ts';
import { CONTENT_TYPES, type ContentType } from './c2pa/sign/content-types.ts';
import { askForStamp } from './testing/ask-for-stamp.ts';
import { NO_EVIDENCE, openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';

/** The engine could write into a PDF; we do not (see media-types.ts). */
const signable: [string, MediaKind][] = Object.entries<MediaKind>(mediaKinds).filter(
  ([name, { engineSigns }]) => engineSigns && name !== 'pdf',
);
const LARGE_BYTES = 200_000;
const RUBRICS = ['asset-rubric-conformance0.2-spec2.4.yml', 'asset-rubric-integrity.yml'];

const HAS_OPENSSL = hasOpenssl();
const EVIDENCE_SEEN = ['signingCredential.ocsp.notRevoked', 'timeStamp.validated', 'timeStamp.trusted'];

interface SignedForms {
  small: Uint8Array;
  /** With all there is: thumbnail, time stamp, OCSP answer. */
  large: Uint8Array;
  /** The large one, signed once more on top. */
  opened: Uint8Array;
}

let bench: SignBench;
let authority: Authority;
let stamper: Authority;
let evidence: ClaimEvidence;
let trust: TrustSnapshot;
let tool: ReferenceTool | null;
beforeAll(async () => {
  tool = await findReferenceTool();
  bench = await openSignBench();
  authority = await createAuthority();
  stamper = await createTimeStampSigner();
  evidence = HAS_OPENSSL ? await opensslEvidence() : NO_EVIDENCE;
  trust = trustIn(authority, stamper);
});
afterAll(() => bench.close());

/** A certificate of its own signs the OCSP answer: the engine passes over an answer that the issuer itself signed. */
async function opensslEvidence(): Promise<ClaimEvidence> {
  const question = encodeOcspRequest(authority.leaf.der, authority.intermediate.der);
  return {
    ocspResponse: await replyToOcspRequest(question, authority, { status: 'good', signedBy: 'delegate' }),
    stamp: (data) => askForStamp(data, (query) => replyToTimeStampQuery(query, stamper)),
  };
}

/** The evidence is of the time of this machine, so files are judged by it too. */
const read = (bytes: Uint8Array) => bench.analyzeBytes(bytes, trust, { at: new Date() });

async function signForms({ build, extension }: MediaKind): Promise<SignedForms> {
  const signing = { authority, trust, at: new Date() };
  const original = build({ sizeBytes: LARGE_BYTES });
  const path = await bench.write(original, extension);
  const mediaType = sniff(bufferSource(original));
  const thumbnail = mediaType === null ? null : await makeThumbnail(path, mediaType);
  const [small, large] = await Promise.all([
    bench.sign(build(), signing),
    bench.sign(original, { ...signing, evidence, thumbnail }),
  ]);
  return { small, large, opened: await bench.sign(large, { ...signing, hasParent: true }) };
}

describe.each(signable)('a signed %s', (_name, kind) => {
  let forms: SignedForms;
  beforeAll(async () => {
    forms = await signForms(kind);
  });

  it('is verified, with its root on the list of the service', async () => {
    for (const bytes of [forms.small, forms.large, forms.opened]) {
      const { verdict } = await read(bytes);
      expect(verdict).toMatchObject({
        provenance_status: 'verified',
        integrity_status: 'valid_and_bound',
        trust_status: 'service_trusted',
        content_declaration: 'digital_creation',
        claim_signature_valid: true,
        asset_binding_valid: true,
        certificate_valid: true,
      });
    }
  });

  describeWithShared('keeps the rules of the conformance programme', 'conformance', (folder) => {
    it.each(RUBRICS)('%s finds no failure', async (file) => {
      const rubric = await loadRubric(join(folder, file));
      for (const bytes of [forms.small, forms.large, forms.opened]) {
        const { crjson } = await read(bytes);
        const findings = evaluateRubric(rubric, JSON.parse(crjson ?? 'null'), { specVersion: '2.4' });
        expect(findings.filter(({ passed, warned }) => !passed || warned)).toEqual([]);
        expect(findings).toHaveLength(rubric.checks.length);
      }
    });
  });

  it.runIf(HAS_OPENSSL)('shows its time stamp and its OCSP answer', async () => {
    const { report } = await read(forms.large);
    const active_codes = { success: expect.arrayContaining(EVIDENCE_SEEN.map(codeNamed)) as unknown, failure: [] };
    expect(report.c2pa).toMatchObject({ facts: { active_codes, time_stamp_list: 'c2pa_tsa' } });
  });

  it('is trusted by the reference tool, evidence and all', async (ctx) => {
    const peer = tool ?? ctx.skip(`skipped: ${NO_REFERENCE_TOOL}`);
    const anchors = { anchorsPem: authority.rootPem, tsaAnchorsPem: stamper.rootPem };
    const peerReads = async (bytes: Uint8Array) => peer.read(await bench.write(bytes, kind.extension), anchors);
    const readings = await Promise.all([forms.small, forms.large, forms.opened].map(peerReads));
    for (const reading of readings) expect(reading).toMatchObject({ state: 'Trusted', failure: [] });
    if (HAS_OPENSSL) expect(readings[1]?.success).toEqual(expect.arrayContaining(EVIDENCE_SEEN));
  });
});

function codeNamed(code: string): unknown {
  return expect.objectContaining({ code });
}

describe('a declaration', () => {
  it.each(Object.keys(CONTENT_TYPES) as ContentType[])('of %s is read back as it was made', async (contentType) => {
    const declarations = {
      contentType,
      generatorName: 'Studio',
      generatorVersion: '3.1',
      model: 'brush-1',
      organization: 'Example & Söhne',
    };
    const signed = await bench.sign(mediaKinds.png.build(), { authority, declarations });
    const { verdict, crjson } = await bench.analyzeBytes(signed, trust);
    const isAi = contentType.startsWith('ai_');
    expect(verdict).toMatchObject({
      content_declaration: contentType,
      c2pa_declaration: contentType,
      digital_source_type: CONTENT_TYPES[contentType],
      source: 'Studio',
      source_model: isAi ? 'brush-1' : null,
      ai_generated: isAi ? true : contentType === 'composite' ? null : false,
    });
    expect(JSON.parse(crjson ?? '')).toMatchObject({
      manifests: [
        {
          'claim.v2': {
            claim_generator_info: {
              name: 'Revera',
              specVersion: '2.4.0',
              'revera.generator': 'Studio',
              'revera.generator_version': '3.1',
              'revera.model': 'brush-1',
              'revera.organization': 'Example & Söhne',
            },
          },
          assertions: {
            'c2pa.actions.v2': {
              allActionsIncluded: true,
              actions: [{ action: 'c2pa.created', softwareAgent: { name: 'brush-1' } }],
            },
          },
        },
      ],
    });
  });

  it('names the software where no model is named, and nothing where nothing is', async () => {
    const agentOf = async (words: { generatorName: string; generatorVersion: string }) => {
      const signed = await bench.sign(mediaKinds.png.build(), { authority, declarations: words });
      const { report } = await bench.analyzeBytes(signed, trust);
      return report.c2pa.state === 'examined' && report.c2pa.facts.kind === 'present'
        ? report.c2pa.facts.manifests[0]?.actions[0]?.software_agent
        : undefined;
    };
    expect(await agentOf({ generatorName: 'Studio', generatorVersion: '' })).toBe('Studio');
    expect(await agentOf({ generatorName: '', generatorVersion: '3.1' })).toBeNull();
  });
});

describe('a thumbnail', () => {
  const assertionsOf = async (signed: Uint8Array) => {
    const { report, verdict } = await read(signed);
    expect(verdict.provenance_status).toBe('verified');
    return report.c2pa.state === 'examined' && report.c2pa.facts.kind === 'present'
      ? report.c2pa.facts.manifests[0]?.assertion_labels
      : undefined;
  };

  it('lies in the manifest, byte for byte', async () => {
    const thumbnail = await makeThumbnail(await bench.write(mediaKinds.png.build()), 'image/png');
    const signed = await bench.sign(mediaKinds.png.build(), { authority, thumbnail });
    expect(await assertionsOf(signed)).toContain('c2pa.thumbnail.claim');
    expect(indexOfBytes(signed, thumbnail?.bytes ?? 'none')).toBeGreaterThan(0);
  });

  it('is missing from a picture that claims too many pixels, which is signed all the same', async () => {
    const file = mediaKinds.png.build();
    file.set(be32(30_000, 30_000), 16);
    const thumbnail = await makeThumbnail(await bench.write(file), 'image/png');
    expect(thumbnail).toBeNull();
    const labels = await assertionsOf(await bench.sign(file, { authority, thumbnail }));
    expect(labels).not.toContain('c2pa.thumbnail.claim');
  });
});

describe('what no credential is written into', () => {
  const refusal = async (bytes: Uint8Array): Promise<unknown> => {
    const outputPath = bench.outputPath();
    const error: unknown = await bench
      .signPath(await bench.write(bytes), { authority, outputPath })
      .catch((reason: unknown) => reason);
    expect(existsSync(outputPath)).toBe(false);
    return error;
  };

  it.each([
    ['PDF', () => mediaKinds.pdf.build()],
    ['Matroska', () => mediaKinds.matroska.build()],
  ])('is refused as not signable: %s', async (_name, build) => {
    expect(await refusal(build())).toEqual(new SigningError('not_signable'));
  });

  it('is refused as not signable: a manifest store on its own', async () => {
    const { manifestStore } = await signMediaDetached(mediaKinds.jpeg.build(), 'image/jpeg', { authority });
    expect(await refusal(manifestStore)).toMatchObject({ name: 'SigningError', code: 'not_signable' });
  });

  it.each([
    ['bytes of no type', '\u0000\u0001'],
    ['nothing', ''],
  ])('is refused as unknown: %s', async (_name, text) => {
    expect(await refusal(Buffer.from(text))).toEqual(new AnalysisError('unknown_media_type'));
  });

  it('is refused as unreadable: a path at which nothing lies', async () => {
    const signing = { authority, outputPath: bench.outputPath() };
    await expect(bench.signPath(bench.outputPath(), signing)).rejects.toEqual(new AnalysisError('file_unreadable'));
  });
});
