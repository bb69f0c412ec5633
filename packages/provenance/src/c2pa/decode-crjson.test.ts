import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { decodeGenerator, decodeIngredientDeltas, decodeManifests, decodeStatusCodes } from './decode-crjson.ts';

const document = {
  manifests: [
    {
      label: 'urn:c2pa:1',
      isUpdateManifest: false,
      'claim.v2': {
        instanceID: 'xmp:iid:1',
        'dc:title': 'photo.jpg',
        claim_generator_info: { name: 'Camera', version: '2.0' },
      },
      assertions: {
        'c2pa.actions.v2': {
          actions: [
            {
              action: 'c2pa.created',
              when: '2026-01-02T03:04:05+01:00',
              softwareAgent: { name: 'Agent', version: '9' },
              digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
            },
          ],
        },
        'c2pa.ingredient.v3__1': {
          'dc:title': 'old.jpg',
          relationship: 'parentOf',
          activeManifest: { url: 'self#jumbf=/c2pa/urn:c2pa:0/c2pa.claim', hash: "b64'AA=='" },
        },
      },
      signature: {
        algorithm: 'es256',
        certificateInfo: {
          serialNumber: '0a',
          subject: { C: 'CN', O: 'Example', OU: 'Cameras', CN: 'Signer' },
          issuer: { O: 'Authority' },
          validity: { notBefore: '2026-01-01T00:00:00+00:00', notAfter: 'never' },
        },
        timeStampInfo: { timestamp: '2026-01-02T00:00:00Z', certificateInfo: { subject: { CN: 'TSA' } } },
      },
      validationResults: { failure: [{ code: 'claimSignature.mismatch', url: 'self', explanation: 'no' }] },
    },
  ],
  jsonGenerator: { name: 'c2pa-rs', version: '1.2.3' },
};

describe('the manifests of a crJSON document', () => {
  it('are read into facts, with names most specific first and times in UTC', () => {
    expect(decodeManifests(document)).toEqual([
      expect.objectContaining({
        label: 'urn:c2pa:1',
        claim_version: 2,
        title: 'photo.jpg',
        generator: 'Camera',
        generator_version: '2.0',
        claim_generator: null,
        generators: [{ name: 'Camera', version: '2.0', model: null }],
        naming_assertions: [],
        actions: [
          {
            action: 'c2pa.created',
            when: '2026-01-02T02:04:05.000Z',
            software_agent: 'Agent',
            software_agent_version: '9',
            digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
            description: null,
            from_template: false,
            model_parameters: [],
          },
        ],
        ingredients: [
          {
            label: 'c2pa.ingredient.v3__1',
            title: 'old.jpg',
            format: null,
            relationship: 'parentOf',
            active_manifest: 'urn:c2pa:0',
          },
        ],
        signature: {
          algorithm: 'es256',
          signer: 'Signer',
          signer_organization: 'Example',
          signer_unit: 'Cameras',
          certificate: {
            subject: 'CN=Signer, OU=Cameras, O=Example, C=CN',
            issuer: 'O=Authority',
            serial_number: '0a',
            not_before: '2026-01-01T00:00:00.000Z',
            not_after: null,
          },
          time_stamp: { time: '2026-01-02T00:00:00.000Z', authority: 'CN=TSA' },
        },
        codes: {
          success: [],
          informational: [],
          failure: [{ code: 'claimSignature.mismatch', url: 'self', explanation: 'no' }],
        },
      }),
    ]);
    expect(decodeGenerator(document)).toEqual({ name: 'c2pa-rs', version: '1.2.3' });
  });

  it('long text and long lists are cut', () => {
    const title = 'x'.repeat(LIMITS.factTextChars + 1);
    const manifests = Array.from({ length: LIMITS.factListItems + 1 }, () => ({ claim: { 'dc:title': title } }));
    const decoded = decodeManifests({ manifests });
    expect(decoded).toHaveLength(LIMITS.factListItems);
    expect(decoded[0]?.title).toBe(`${'x'.repeat(LIMITS.factTextChars)}…`);
  });

  it('never throw, whatever the document holds', () => {
    const mutated = fc.jsonValue().map((value) => [value, { manifests: value }, { manifests: [value] }]);
    const inPlaces = fc.jsonValue().map((value) => ({
      manifests: [
        { claim: value, assertions: { 'c2pa.actions': value, 'c2pa.ingredient': value }, signature: value },
        { signature: { certificateInfo: value, timeStampInfo: value }, validationResults: { failure: value } },
      ],
    }));
    fc.assert(
      fc.property(fc.oneof(mutated, inPlaces), (value) => {
        for (const doc of Array.isArray(value) ? value : [value]) {
          decodeManifests(doc);
          decodeGenerator(doc);
          decodeStatusCodes(doc);
          decodeIngredientDeltas(doc);
        }
      }),
      { seed: 20_261_120, numRuns: 500 },
    );
  });
});
