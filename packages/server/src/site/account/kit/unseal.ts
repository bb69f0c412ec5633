import type { AccountServices } from '../../../features/accounts/index.ts';

/** JSON that was sealed and sent to the browser; undefined when it is not ours. */
export async function unseal(secrets: AccountServices['secrets'], text: string): Promise<unknown> {
  try {
    return JSON.parse((await secrets.open(Buffer.from(text, 'base64url'))).toString('utf8'));
  } catch {
    // Changed on the way, or sealed with a key that was replaced: treated as too old.
    return undefined;
  }
}
