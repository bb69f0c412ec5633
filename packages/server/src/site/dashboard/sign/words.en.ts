import type { SignIslandWords, SignWords } from './words.zh-cn.ts';

export const SIGN_EN: SignWords = {
  title: 'Sign a file',
  lead: 'Adds a content credential to a file: you declare how the content was created, and this service signs it. The result is verified before you get it.',
  modeLive: 'This installation signs with its production certificate.',
  modeTest:
    'This installation has no production certificate and signs with the development certificate. The result is a sandbox credential that only this service trusts.',
  file: 'File',
  fileHint: (size) => `Up to ${size}. The file type is detected from the content.`,
  contentType: 'How the content was created',
  contentTypeHint: 'Your declaration is signed along with the file and can’t be changed later.',
  preview: 'The file that you have chosen',
  kinds: { camera: 'Camera or recorder', person: 'People with software', ai: 'Generative AI' },
  details: 'Details that the credential shows',
  reasons: {
    unsafe_structure: 'The structure of this file can’t be signed without damage. Export it again and try that copy.',
    no_place_for_a_label: 'This file type has no place for the label. Sign it without a label, or in another format.',
    no_room_for_a_label: 'The file has no room left for the label. Export it again without its old metadata.',
    remote_manifest:
      'The file’s credential is kept elsewhere and can’t be checked here. Choose to discard it, or use the original.',
    remote_manifest_kept:
      'The file still names a credential that is kept elsewhere. Export it again without its metadata.',
    credential_revoked: 'The file’s own credential is revoked. Choose to discard it, or use another copy.',
    credential_suspended: 'The file’s own credential is suspended. Resume it, or choose to discard it.',
    already_labelled: 'The file already has a label. Choose whether to keep or replace it.',
    label_contradicts_content_type:
      'The label says something else about how the content was created. Change one of the two.',
    label_incomplete: 'The label lacks fields that the standard requires.',
    label_not_kept: 'The existing label can’t be kept unchanged. Choose to replace it.',
  },
  generator: 'Created with',
  generatorHint: 'The software that created or changed the content.',
  generatorVersion: 'Software version',
  model: 'AI model',
  modelHint: 'If one was used.',
  organization: 'Organization to show',
  organizationHint: 'Shown with the credential but not verified by anyone; the certificate names this service.',
  label: 'Implicit label (GB 45438-2025)',
  labels: {
    none: 'No label',
    auto: 'Generate it from the organization’s provider code',
    own: 'Use the JSON below',
  },
  labelNoCode: 'To have it generated, first save a provider code on the “Organization” page.',
  labelJson: 'Label as JSON',
  labelJsonHint: 'The seven fields of the standard, with or without the enclosing AIGC object.',
  more: 'More options',
  labelPolicy: 'If the file already has a label',
  labelPolicies: {
    reject: 'don’t sign',
    keep: 'keep the existing label',
    replace_propagation: 'replace only the propagation fields',
    replace: 'replace the whole label',
  },
  ingredientPolicy: 'If the file’s own credential is broken, revoked or suspended',
  ingredientPolicies: { require_valid: 'don’t sign', discard: 'discard it and sign' },
  timestamp: 'Time stamp',
  timestamps: { required: 'required', optional: 'optional if no time stamp authority responds' },
  submit: 'Sign',
};

/** The texts of the page's script; `{name}` is replaced by a value. */
export const SIGN_ISLAND_EN: SignIslandWords = {
  noFile: 'Choose a file first.',
  noDeclaration: 'Choose how the content was created.',
  uploading: 'Uploading, {percent}',
  signing: 'Uploaded; signing and verifying',
  request: 'Request ID: {id}',
  cancelled: 'Cancelled.',
  cancel: 'Cancel',
  failed: 'Not signed: {reason}',
  disconnected: 'The connection to the server was lost.',
  unexpected: 'The server sent an unexpected response (status {status}).',
  tooLarge: 'This file is {size}; the limit is {limit}.',
  done: 'Signed: {name}',
  progress: 'Upload',
};
