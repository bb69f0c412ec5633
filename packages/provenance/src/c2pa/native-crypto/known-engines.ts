import { createHash } from 'node:crypto';

/** What we know of the code of one version of `@contentauth/c2pa-wasm`. It holds for exactly that module. */
export interface KnownEngine {
  version: string;
  /** Of the published module, in hexadecimal. */
  moduleSha256: string;
  /** Index, imports included, of SHA-256's compression function for content and assertions. */
  compressionFunction: number;
  /** Indexes of the functions that check one signature, of the type that reroute-functions.ts says. */
  signatureFunctions: Readonly<Record<SignatureScheme, number>>;
  /** Offsets of the constants that say how much the engine reads at once; see engine-constants.ts. */
  hashBufferAt: readonly number[];
  wholeFileAt: readonly number[];
}

/** Signatures that OpenSSL checks for the engine, in the order in which the changed module numbers them. */
export const SIGNATURE_SCHEMES = ['ecdsa', 'rsa_pss', 'rsa_pkcs1'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/**
 * A version without a row runs as it was published. The test of this file finds the numbers for a new row; decisions 0025 and
 * 0032 say how they are checked.
 */
export const KNOWN_ENGINES: readonly KnownEngine[] = [
  {
    version: '0.13.3',
    moduleSha256: '01b8e25f637aaa3fe197bc5646ce114810db4789db19af7e1f6bfebe9e9858df',
    // Function 212 is a second copy, for certificates and time stamps, which are short.
    compressionFunction: 145,
    signatureFunctions: { ecdsa: 282, rsa_pss: 986, rsa_pkcs1: 1013 },
    hashBufferAt: [
      283_178, 283_188, 288_609, 288_619, 524_538, 524_548, 549_085, 549_095, 557_883, 557_893, 943_698, 943_708,
      2_306_057, 2_306_067, 5_692_741, 5_692_751, 5_704_140, 5_704_150, 5_709_266, 5_709_276,
    ],
    wholeFileAt: [4_071_697],
  },
];

export function findKnownEngine(module: Uint8Array): KnownEngine | undefined {
  const moduleSha256 = createHash('sha256').update(module).digest('hex');
  return KNOWN_ENGINES.find((engine) => engine.moduleSha256 === moduleSha256);
}
