import type { Words } from '../../../shared/words.ts';
import type { SIGN_ISLAND_ZH_CN } from './island-words.zh-cn.ts';

/** What the script of the signing page says; `{name}` stands for a value. */
export const SIGN_ISLAND_EN: Words<typeof SIGN_ISLAND_ZH_CN> = {
  noFile: 'Choose a file first.',
  noDeclaration: 'Choose how the content came to be.',
  uploading: 'Uploading, {percent}',
  signing: 'Uploaded; it is being signed and verified',
  cancelled: 'Cancelled.',
  cancel: 'Cancel',
  failed: 'Not signed: {reason}',
  disconnected: 'The connection to the server broke.',
  unexpected: 'The server gave no answer that can be used (status {status}).',
  tooLarge: 'The file has {size}; the limit is {limit}.',
  done: 'Signed: {name}',
  progress: 'Upload',
};
