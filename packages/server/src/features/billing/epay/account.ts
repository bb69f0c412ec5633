import type { KeyObject } from 'node:crypto';

/** Verifies beside the current key until a time, while a key is replaced. */
interface PreviousKey<Key> {
  key: Key;
  verifyUntil: Date;
}

/** How messages of a gateway are signed. An account has one protocol, and no message of the other one counts. */
export type EpayKeys =
  | { protocol: 'v1'; key: string; previous: PreviousKey<string> | null }
  | {
      protocol: 'v2';
      /** Ours: signs what we send. */
      privateKey: KeyObject;
      /** The gateway's: verifies what it sends. */
      platformKey: KeyObject;
      previous: PreviousKey<KeyObject> | null;
    };

/** The merchant account at a gateway. */
export interface EpayAccount {
  pid: string;
  /** Without a slash at the end. */
  gatewayUrl: string;
  keys: EpayKeys;
}
