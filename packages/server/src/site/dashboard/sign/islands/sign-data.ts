import type { SignIslandData } from '../island-data.ts';
import { member } from '../../../kit/islands/member.ts';

/**
 * @param text what the signing page hands to its script
 * @throws {TypeError} when it is not what this script was made with
 */
export function readSignData(text: string): SignIslandData {
  const data: unknown = JSON.parse(text);
  if (!isSignData(data)) throw new TypeError('the page and its script do not fit');
  return data;
}

/** Enough to tell the data of another page or version; both sides are made by the same build. */
function isSignData(data: unknown): data is SignIslandData {
  const texts = ['language', 'organizationId', 'csrf', 'credential'];
  return (
    texts.every((name) => typeof member(data, name) === 'string') &&
    typeof member(data, 'limitBytes') === 'number' &&
    ['reasons', 'fields'].every((name) => typeof member(data, name) === 'object') &&
    typeof member(member(data, 'words'), 'failed') === 'string'
  );
}
