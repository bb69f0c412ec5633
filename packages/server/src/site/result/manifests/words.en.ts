import type { Words } from '../../../shared/words.ts';
import type { MANIFESTS_ZH_CN } from './words.zh-cn.ts';

/** The picture of the manifests, the time line of actions and the details. */
export const MANIFESTS_EN: Words<typeof MANIFESTS_ZH_CN> = {
  headings: { graph: 'Manifests and ingredients', timeline: 'What was done', details: 'Manifests in detail' },
  graph: {
    label: 'Picture of the manifests and their ingredients, scrolls sideways',
    intro:
      'The active manifest stands on the left, what went into it to its right; a line leads from a file to what it was made from.',
    listIntro: 'The active manifest comes first; what went into it stands below it, indented.',
    asList: 'The same as a list',
    legend: 'Key',
    integrityLegend: 'What each manifest’s own checks came to',
    signerLegend: 'Whether the signer is on a trust list',
    signerNote:
      'The two are independent: an intact signature does not make a signer known, and a signer on no list does not break a signature.',
    unreached: 'The active manifest does not refer to it',
    more: (count) => `${count} more ingredients`,
    moreManifests: (count) => `${count} more manifests are not drawn; they are in`,
    moreEdges: (count) => `${count} more connections are not drawn; they are in`,
    loops: (count) =>
      `Connections that lead back to an earlier manifest: ${count}. No real history has them; they are in the list and not in the picture.`,
    seeAbove: 'listed above',
    closesLoop: 'leads back to an earlier manifest',
    mismatch: 'not the one that was signed for',
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
      text: 'The manifest is the one that whoever used it had at hand; its own signature was not checked anew.',
    },
    unconfirmed: {
      label: 'Signature not confirmed',
      text: 'No check says that the signature holds. It may have been so when the file was used, and recorded by whoever used it.',
    },
    undated: {
      label: 'Date of expiry open',
      text: 'The certificate has ended. A time stamp says that it was valid when signing, and the list that would vouch for the time-stamp authority was not at hand.',
    },
    certificate: {
      label: 'Certificate not valid',
      text: 'The signing certificate was revoked, was outside its validity, or is not of the kind that is asked for.',
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
      text: 'Whether the signer is on a list was not checked, or no list was at hand.',
    },
  },
  leaf: {
    no_credential: {
      label: 'No content credential',
      text: 'This ingredient has no manifest of its own, so nothing is known of its past. That proves nothing.',
    },
    missing: {
      label: 'Manifest not in the file',
      text: 'The ingredient has a manifest of its own, which this file does not hold.',
    },
    remote: {
      label: 'Manifest kept elsewhere',
      text: 'The ingredient’s manifest lies outside the file, and we did not fetch it.',
    },
    unreadable: {
      label: 'Manifest cannot be read',
      text: 'The ingredient’s manifest is in the file and cannot be read.',
    },
  },
  signedBy: 'Signed by',
  signerUnknown: 'Signer not known',
  timeline: {
    intro:
      'From the earliest manifest to the active one. Actions and their times are what the manifests say of themselves; only a time stamp is attested by somebody else.',
    none: 'No manifest says what was done. That does not prove that the content was not edited.',
    noneOfManifest: 'This manifest does not say what was done.',
    claimedAt: 'Claimed time',
    noTime: 'no time stated',
    agent: 'Software',
    source: 'Digital source type',
    description: 'Description',
    model: 'Model parameter',
    template: 'A part of this comes from a template in the assertion',
    unknownAction: 'Action of its own kind',
    signed: 'Signed',
  },
  stamp: {
    listed: { label: 'Time attested', text: 'The time stamp holds, and its authority is on a list we use.' },
    unconfirmed: { label: 'Time stamp not confirmed', text: 'There is a time stamp; no list confirms who issued it.' },
    broken: {
      label: 'Time stamp not valid',
      text: 'The time stamp does not fit the signature, cannot be read, or its authority’s certificate was outside its validity.',
    },
    none: { label: 'No time stamp', text: 'There is no time stamp, so nobody attests when it was signed.' },
  },
  stampBy: 'Time-stamp authority',
  details: {
    intro: 'Apart from the names in signing certificates, these texts are what the manifests say of themselves.',
    all: 'All that it says',
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
    noSignature: 'No signature that can be read',
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
