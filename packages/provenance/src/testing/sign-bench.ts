import { readFile, rename } from 'node:fs/promises';
import type { SignatureAlgorithm } from '../c2pa/sign/algorithms.ts';
import type { ClaimSigner } from '../c2pa/sign/claim-signer.ts';
import { claimReserveBytes, signClaim, type ClaimEvidence } from '../c2pa/sign/cose.ts';
import type { Declarations } from '../c2pa/sign/manifest.ts';
import type { AnalysisPoolOptions } from '../pool/analysis-pool.ts';
import type { SignedFile, SigningPlan, SignRequest, SignTerms } from '../pool/messages.ts';
import { openEngineBench, TEST_TIME, type EngineBench } from './engine-bench.ts';
import { listOf, NO_LISTS, snapshotOf } from './trust-snapshots.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';

const DEADLINE_MS = 20_000;

export const NO_EVIDENCE: ClaimEvidence = { stamp: null, ocspResponse: null };

const DECLARATIONS: Declarations = {
  contentType: 'digital_creation',
  generatorName: '',
  generatorVersion: '',
  model: '',
  organization: '',
};

/** The testkit's authority, as far as it signs. The testkit calls EdDSA by the name of its curve. */
interface Authority {
  algorithm: SignatureAlgorithm | 'Ed25519';
  chainDer: readonly Uint8Array[];
  rootPem: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export interface BenchSigning
  extends Partial<Omit<SignTerms, 'plan' | 'checkAt'>>, Partial<Omit<SigningPlan, 'declarations' | 'algorithm'>> {
  authority: Authority;
  declarations?: Partial<Declarations>;
  evidence?: ClaimEvidence;
}

export interface SignBench extends EngineBench {
  /** With an extension, for programs that go by it. */
  write(bytes: Uint8Array, extension?: string): Promise<string>;
  /** Signs through the pool and answers the signed copy. */
  sign(bytes: Uint8Array, signing: BenchSigning): Promise<Uint8Array>;
  /** Signs a file that lies there. */
  signPath(path: string, signing: BenchSigning & { outputPath: string }): Promise<SignedFile>;
  /** A path in the bench's folder at which nothing lies. */
  outputPath(): string;
}

/** A pool that signs, with a folder for one test file. */
export async function openSignBench(options: Partial<AnalysisPoolOptions> = {}): Promise<SignBench> {
  const bench = await openEngineBench(options);
  const base = await bench.write(new Uint8Array());
  let outputs = 0;
  const outputPath = (): string => {
    outputs += 1;
    return `${base}.signed-${outputs}`;
  };
  const signPath: SignBench['signPath'] = (path, signing) => bench.pool.sign(requestOf(path, signing));
  return {
    ...bench,
    outputPath,
    signPath,
    write: async (bytes, extension) => {
      const path = await bench.write(bytes);
      if (extension === undefined) return path;
      await rename(path, `${path}.${extension}`);
      return `${path}.${extension}`;
    },
    sign: async (bytes, signing) => {
      const to = outputPath();
      const path = await bench.write(bytes);
      await signPath(path, { ...signing, outputPath: to });
      return new Uint8Array(await readFile(to));
    },
  };
}

function requestOf(path: string, signing: BenchSigning & { outputPath: string }): SignRequest {
  const { authority, declarations, evidence = NO_EVIDENCE, at = TEST_TIME, ...others } = signing;
  const { hasParent = false, remoteManifest = 'keep', thumbnail = null, label = null, ...chosen } = others;
  const signer = claimSignerOf(authority);
  const ownReserve = claimReserveBytes(signer, evidence);
  const { reserveBytes = ownReserve } = signing;
  const plan: SigningPlan = {
    declarations: { ...DECLARATIONS, ...declarations },
    hasParent,
    remoteManifest,
    thumbnail,
    label,
    algorithm: signer.algorithm,
    reserveBytes,
  };
  return {
    path,
    at,
    trust: NO_LISTS,
    deadlineMs: DEADLINE_MS,
    plan: () => Promise.resolve(plan),
    signClaim: (claim) => signClaim(claim, signer, evidence, ownReserve),
    checkAt: () => at,
    ...chosen,
  };
}

export function claimSignerOf(authority: Authority): ClaimSigner {
  const { algorithm, chainDer } = authority;
  return {
    algorithm: algorithm === 'Ed25519' ? 'EdDSA' : algorithm,
    chain: chainDer,
    sign: (bytes) => authority.sign(bytes),
  };
}

/** Lists that vouch for this signer and, when given, for this time-stamp authority. */
export function trustIn(signer: Authority, stamper?: Authority): TrustSnapshot {
  const lists = [listOf('service', [signer.rootPem])];
  return snapshotOf(...lists, ...(stamper === undefined ? [] : [listOf('c2pa_tsa', [stamper.rootPem])]));
}
