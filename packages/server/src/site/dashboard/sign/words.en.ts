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
  choose: 'Choose',
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
  cancelled: 'Cancelled.',
  cancel: 'Cancel',
  failed: 'Not signed: {reason}',
  disconnected: 'The connection to the server was lost.',
  unexpected: 'The server sent an unexpected response (status {status}).',
  tooLarge: 'This file is {size}; the limit is {limit}.',
  done: 'Signed: {name}',
  progress: 'Upload',
};
