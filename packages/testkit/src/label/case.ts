import type { Bytes } from '../bytes.ts';
import type { AigcCarrierName } from './carrier.ts';
import type { AigcReadFields } from './payloads.ts';

/** What a provider value is, under the engine's names. */
export interface AigcProviderExpectation {
  kind: 'code' | 'code_like' | 'name';
  uscc?: string;
  checkDigitValid?: boolean;
  serviceType?: 'generation' | 'distribution' | 'unused' | 'other';
  applicationCode?: string;
  /** Part of the company's English name. */
  company?: string;
}

/** What a reading of one file must say. A member that is left out is left open. */
export interface AigcCaseExpectation {
  /** Number of labels in the file. */
  labels: number;
  /** About the first label, like everything below up to `reservedCode1`. */
  state?: 'decoded' | 'empty' | 'undecodable';
  form?: 'bare' | 'wrapped' | 'fields';
  fields?: AigcReadFields;
  /** Each must be recorded; further ones may be. */
  deviations?: readonly string[];
  producer?: AigcProviderExpectation;
  propagator?: AigcProviderExpectation;
  reservedCode1?: 'absent' | 'empty' | 'opaque' | 'security_data';
  signature?: 'none' | 'verified_pinned' | 'verified_embedded' | 'failed' | 'unsupported';
  /** Carriers of all labels, in any order. */
  carriers?: readonly AigcCarrierName[];
  placement?: 'standard' | 'annex' | 'other';
  /** Rules raised by a label or by all of them together. */
  raised?: readonly string[];
  /** Rules that must not be raised. */
  absent?: readonly string[];
  /** No finding is more severe than this. */
  worst?: 'error' | 'warning' | 'info';
  lookAlike?: { schema: 'tencent_cloud' | 'bytedance'; assertsAi: boolean };
  /** True when a problem must be named and absence is not established. When omitted there must be none. */
  problems?: true;
}

/** One numbered case, or one of its variants. */
export interface AigcCase {
  number: number;
  /** Set where the number has several files. */
  part?: string;
  title: string;
  mediaType: string;
  extension: string;
  /** Null for a real file, which is not ours to publish. */
  build: (() => Bytes) | null;
  realFile?: string;
  expected: AigcCaseExpectation;
}
