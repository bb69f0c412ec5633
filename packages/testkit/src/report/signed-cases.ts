import { ALL_LISTS, camera, codes, label, marker } from './report-facts.ts';
import {
  failing,
  found,
  jimengLabel,
  onRecord,
  sandboxed,
  STAMP,
  trusted,
  undated,
  unlisted,
  type Signing,
  type StatementCase,
} from './statement-parts.ts';

const FIREFLY: Signing = { term: 'trainedAlgorithmicMedia', agent: 'Adobe Firefly', signer: 'Adobe Inc.' };
const DESIGNED: Signing = {
  term: 'compositeWithTrainedAlgorithmicMedia',
  generator: 'Adobe Express',
  signer: 'Adobe Inc.',
};
const LEICA: Signing = {
  term: 'digitalCapture',
  signer: 'Leica Camera AG',
  generator: 'Leica M11-P',
};
const DRAWN: Signing = { term: 'digitalCreation', agent: 'Example Paint', generator: 'Example Paint' };
const RETOUCHED: Signing = { term: 'humanEdits', generator: 'Example Editor' };
const COMPOSED: Signing = { term: 'composite', generator: 'Example Layout' };
const SILENT: Signing = { term: null };
const MODEL = { model_parameters: [{ key: 'com.adobe.firefly.version', value: 'image4' }] };
const IPHONE = camera({ vendor: 'Apple', model: 'iPhone 13' });
const AUDIO = {
  file: { media_type: 'audio/wav', size_bytes: 1, can_embed_credential: true, declared_media_type_mismatch: null },
} as const;

const NO_LISTS = ALL_LISTS.map((list) => ({ ...list, available: false }));

const SAID = [
  ['AI edit', DESIGNED],
  ['photograph', LEICA],
  ['made with software', DRAWN],
  ['edited by a person', RETOUCHED],
  ['composite', COMPOSED],
] as const;

/** What the rows above leave out: each declaration by signers of whom less is known. */
function otherwise(): StatementCase[] {
  const midjourney = [marker({ vendor: 'Midjourney', model: null })];
  return [
    ...SAID.map(([made, says]): StatementCase => [`${made}, in the sandbox`, found({ c2pa: sandboxed(says) })]),
    ...SAID.map(([made, says]): StatementCase => [
      `${made}, signer on no list, stamped`,
      found({ c2pa: unlisted(says, STAMP) }),
    ]),
    ...SAID.map(([made, says]): StatementCase => [
      `${made}, no list could be loaded`,
      found({ c2pa: unlisted(says), report: { trust_lists: NO_LISTS } }),
    ]),
    ['a generator in the metadata, sandbox', found({ c2pa: sandboxed(SILENT), metadata: midjourney })],
    ['a generator in the metadata, signer on no list', found({ c2pa: unlisted(SILENT), metadata: midjourney })],
    [
      'a generator in the metadata, no list at hand',
      found({ c2pa: unlisted(SILENT), metadata: midjourney, report: { trust_lists: NO_LISTS } }),
    ],
    [
      'label of a known provider, no list at hand',
      found({ c2pa: unlisted(SILENT), labels: [jimengLabel('1')], report: { trust_lists: NO_LISTS } }),
    ],
    ['composite, label of a known provider', found({ c2pa: trusted(COMPOSED), labels: [jimengLabel('1')] })],
  ];
}

/** Files with a credential that holds, and what becomes of them when the content changes. */
export const SIGNED_CASES: readonly StatementCase[] = [
  ['AI picture, listed signer, stamped', found({ c2pa: trusted({ ...FIREFLY, action: MODEL }) })],
  ['the same without an accepted time stamp', found({ c2pa: undated({ ...FIREFLY, action: MODEL }) })],
  [
    'AI picture that names no generator',
    found({ c2pa: trusted({ term: 'trainedAlgorithmicMedia', generator: 'c2pa-rs' }) }),
  ],
  ['AI edit, listed signer', found({ c2pa: trusted(DESIGNED) })],
  ['photograph, listed camera maker', found({ c2pa: trusted(LEICA) })],
  [
    'photograph by a credential that names no device',
    found({ c2pa: trusted({ term: 'digitalCapture', generator: 'c2pa-rs' }) }),
  ],
  ['recording', found({ c2pa: trusted({ term: 'digitalCapture', generator: 'Example Recorder' }), report: AUDIO })],
  ['screen capture', found({ c2pa: trusted({ term: 'screenCapture', generator: 'Example Grabber' }) })],
  ['made with software, listed signer', found({ c2pa: trusted(DRAWN) })],
  ['edited by a person, listed signer', found({ c2pa: trusted(RETOUCHED) })],
  ['composite, listed signer', found({ c2pa: trusted(COMPOSED) })],
  ['nothing declared, listed signer', found({ c2pa: trusted(SILENT) })],
  ['nothing declared, no time stamp', found({ c2pa: undated(SILENT) })],
  ['nothing declared, EXIF names a phone', found({ c2pa: trusted(SILENT), metadata: [IPHONE] })],
  ['AI picture, EXIF names a phone', found({ c2pa: trusted(FIREFLY), metadata: [IPHONE] })],
  ['AI picture with a label that agrees', found({ c2pa: trusted(FIREFLY), labels: [jimengLabel('1')] })],
  ['nothing declared, label of a known provider', found({ c2pa: trusted(SILENT), labels: [jimengLabel('1')] })],
  [
    'nothing declared, a generator in the metadata',
    found({ c2pa: trusted(SILENT), metadata: [marker({ vendor: 'Midjourney', model: 'v5.2' })] }),
  ],
  ['photograph, label says possibly AI', found({ c2pa: trusted(LEICA), labels: [label({ Label: '2' })] })],
  [
    'photograph, parts of the file outside the signature',
    found({
      c2pa: trusted(LEICA, { active_codes: codes([], undefined, ['assertion.dataHash.additionalExclusionsPresent']) }),
    }),
  ],
  [
    'photograph, signer on the interim list',
    found({ c2pa: trusted(LEICA, { trust_match: { list: 'legacy', via: 'anchor', certificate_subject: 'CN=Root' } }) }),
  ],
  [
    'photograph, signer on the operator’s own list',
    found({
      c2pa: trusted(LEICA, { trust_match: { list: 'service', via: 'anchor', certificate_subject: 'CN=Root' } }),
    }),
  ],
  ['AI picture, sandbox', found({ c2pa: sandboxed(FIREFLY) })],

  ['nothing declared, sandbox', found({ c2pa: sandboxed(SILENT) })],
  ['label of a known provider, sandbox', found({ c2pa: sandboxed(SILENT), labels: [jimengLabel('1')] })],
  ['AI picture, signer on no list', found({ c2pa: unlisted({ ...FIREFLY, signer: 'Some Studio' }) })],
  [
    'photograph, signer on no list',
    found({ c2pa: unlisted({ ...LEICA, signer: 'Some Studio', generator: 'Some Camera' }) }),
  ],
  ['nothing declared, signer on no list', found({ c2pa: unlisted({ ...SILENT, signer: 'Some Studio' }) })],
  ['label of a known provider, signer on no list', found({ c2pa: unlisted(SILENT), labels: [jimengLabel('1')] })],
  [
    'AI picture, self-signed',
    found({ c2pa: unlisted(FIREFLY, { chain: { certificates: [], self_signed: true, links_valid: true } }) }),
  ],
  [
    'AI picture, certificates form no chain',
    found({ c2pa: unlisted(FIREFLY, { chain: { certificates: [], self_signed: false, links_valid: false } }) }),
  ],
  ['AI picture, no list at hand', found({ c2pa: unlisted(FIREFLY), report: { trust_lists: NO_LISTS } })],
  ['nothing declared, no list at hand', found({ c2pa: unlisted(SILENT), report: { trust_lists: NO_LISTS } })],
  [
    'AI picture, credential revoked by its issuer',
    found({ c2pa: trusted(FIREFLY), report: { service_credential: onRecord('revoked') } }),
  ],
  [
    'photograph, credential suspended',
    found({ c2pa: trusted(LEICA), report: { service_credential: onRecord('suspended') } }),
  ],
  [
    'made from a file whose credential was revoked',
    found({ c2pa: trusted(DRAWN), report: { withdrawn_ancestors: [onRecord('revoked')] } }),
  ],
  [
    'made from a file whose credential is suspended',
    found({ c2pa: trusted(DRAWN), report: { withdrawn_ancestors: [onRecord('suspended')] } }),
  ],
  ['photograph against a label', found({ c2pa: trusted(LEICA), labels: [jimengLabel('1')] })],
  [
    'photograph against a generator’s mark',
    found({ c2pa: trusted(LEICA), metadata: [marker({ vendor: 'Midjourney', model: null })] }),
  ],
  ['sandbox photograph against a label', found({ c2pa: sandboxed(LEICA), labels: [jimengLabel('1')] })],
  ['changed content, listed signer', found({ c2pa: failing(trusted(FIREFLY), 'assertion.dataHash.mismatch') })],
  [
    'changed content, signer on no list',
    found({ c2pa: failing(unlisted({ ...LEICA, signer: 'Some Studio' }), 'assertion.dataHash.mismatch') }),
  ],
  ['changed content, sandbox', found({ c2pa: failing(sandboxed(LEICA), 'assertion.dataHash.mismatch') })],
  [
    'changed content, EXIF names a phone',
    found({ c2pa: failing(trusted(SILENT), 'assertion.dataHash.mismatch'), metadata: [IPHONE] }),
  ],
  ...otherwise(),
];
