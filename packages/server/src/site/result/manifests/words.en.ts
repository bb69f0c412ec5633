import type { Words } from '../../../shared/words.ts';
import type { MANIFESTS_ZH_CN } from './words.zh-cn.ts';

/** The picture of the manifests, the time line of actions and the details. */
export const MANIFESTS_EN: Words<typeof MANIFESTS_ZH_CN> = {
  headings: { graph: 'Manifests and ingredients', timeline: 'What was done', details: 'Manifests in detail' },
  graph: {
    label: 'Diagram of the manifests and their ingredients; scrolls sideways',
    intro:
      'The active manifest is on the left, with its ingredients to the right; lines lead from each file to what it was made from.',
    listIntro: 'The active manifest comes first; its ingredients are indented below it.',
    asList: 'Show as a list',
    legend: 'Key',
    integrityLegend: 'Result of each manifest’s own checks',
    signerLegend: 'Whether the signer is on a trust list',
    signerNote:
      'The two are independent: an intact signature does not mean that the signer is known, and a signer who is on no list does not invalidate a signature.',
    unreached: 'Not referenced by the active manifest',
    more: (count) => `${count} more ingredients`,
    moreManifests: (count) => `${count} more manifests are not shown; see`,
    moreEdges: (count) => `${count} more connections are not shown; see`,
    loops: (count) =>
      `Connections that lead back to an earlier manifest: ${count}. No real history has these; they appear in the list but not in the diagram.`,
    seeAbove: 'listed above',
    closesLoop: 'leads back to an earlier manifest',
    mismatch: 'not the one referenced at signing',
    noTitle: 'No title',
  },
  manifest: (number) => `Manifest ${number}`,
  active: 'active',
  ingredient: 'Ingredient',
  rawReport: 'the full report (JSON)',
  moreInReport: (count) => `${count} more in`,
  relationships: { parentOf: 'parent', componentOf: 'component', inputTo: 'input', other: 'unspecified' },
  integrity: {
    intact: {
      label: 'Signature holds',
      text: 'The signature of this manifest was checked and holds; the manifest is unchanged.',
    },
    as_used: {
      label: 'Unchanged since use',
      text: 'The manifest has not changed since it was used as an ingredient; its own signature was not checked again.',
    },
    unconfirmed: {
      label: 'Signature not confirmed',
      text: 'No check confirms that the signature holds. This may already have been the case when the file was used, and may have been recorded then.',
    },
    undated: {
      label: 'Expiry not settled',
      text: 'The certificate has expired. A time stamp says that it was valid at the time of signing, but the list that would vouch for the time-stamping authority was not available.',
    },
    certificate: {
      label: 'Certificate not valid',
      text: 'The signing certificate was revoked, was outside its validity period, or is not of the required kind.',
    },
    content: { label: 'Content differs', text: 'The manifest is intact, but the content is not what was signed.' },
    broken: {
      label: 'Does not hold',
      text: 'The claim, an assertion or the signature is damaged, was changed after signing, or cannot be checked.',
    },
  },
  signer: {
    listed: { label: 'Signer on a list', text: 'The signer’s certificate leads to a trust list we use.' },
    unlisted: {
      label: 'Signer on no list we use',
      text: 'The signer’s name is what the certificate itself says; no list we use confirms it.',
    },
    unsaid: {
      label: 'Signer not checked',
      text: 'Whether the signer is on a list was not checked, or no list was available.',
    },
  },
  leaf: {
    no_credential: {
      label: 'No content credential',
      text: 'This ingredient has no manifest of its own, so nothing is known about its past. That proves nothing.',
    },
    missing: {
      label: 'Manifest not in the file',
      text: 'The ingredient has a manifest of its own, but this file does not contain it.',
    },
    remote: {
      label: 'Manifest kept elsewhere',
      text: 'The ingredient’s manifest is stored outside the file, and we did not fetch it.',
    },
    unreadable: {
      label: 'Manifest cannot be read',
      text: 'The ingredient’s manifest is in the file but cannot be read.',
    },
  },
  signedBy: 'Signed by',
  signerUnknown: 'Unknown signer',
  timeline: {
    intro:
      'From the earliest manifest to the active one. Actions and their times are what the manifests themselves claim; only a time stamp is attested by a third party.',
    none: 'No manifest says what was done. That does not prove that the content was not edited.',
    noneOfManifest: 'This manifest does not say what was done.',
    claimedAt: 'Claimed time',
    noTime: 'no time stated',
    agent: 'Software',
    source: 'Digital source type',
    description: 'Description',
    model: 'Model parameter',
    template: 'A part of this comes from a template in the assertion',
    unknownAction: 'Custom action',
    signed: 'Signed',
  },
  stamp: {
    listed: { label: 'Time attested', text: 'The time stamp holds, and its authority is on a list we use.' },
    unconfirmed: {
      label: 'Time stamp not confirmed',
      text: 'There is a time stamp, but no list confirms who issued it.',
    },
    broken: {
      label: 'Time stamp not valid',
      text: 'The time stamp does not match the signature, cannot be read, or its authority’s certificate was outside its validity period.',
    },
    none: { label: 'No time stamp', text: 'There is no time stamp, so nobody attests when it was signed.' },
  },
  stampBy: 'Time-stamping authority',
  details: {
    intro: 'Apart from the names in signing certificates, these texts are what the manifests themselves claim.',
    all: 'Everything it says',
    label: 'Manifest label',
    title: 'Title',
    format: 'Format',
    generator: 'Claim generator (self-declared)',
    claimVersion: 'Claim version',
    update: 'update manifest',
    instance: 'Instance',
    signer: 'Signed by',
    organization: 'Organization',
    subject: 'Certificate issued to',
    issuer: 'Certificate issued by',
    serial: 'Serial number',
    validity: 'Certificate valid',
    validTo: 'to',
    algorithm: 'Algorithm',
    stamp: 'Time stamp',
    revocation: 'Revocation',
    noSignature: 'No readable signature',
    ingredients: 'Ingredients',
    relationship: 'Relationship',
    standing: 'Manifest',
    assertions: 'Assertions',
    assertion: 'Assertion',
    hash: 'Hash',
    hashes: { match: 'matches', mismatch: 'does not match', unsaid: 'not stated' },
    codes: 'Validation status codes',
    codeKinds: { success: 'Passed', informational: 'Note', failure: 'Failed' },
    noCodes: 'No status codes.',
    times: (count) => `${count} times`,
    absent: 'not stated',
  },
};
