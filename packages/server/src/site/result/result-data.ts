import type { Report, VerificationResult, Verdict } from '@revera/provenance';
import type { ReportFormat } from '../../shared/report-formats.ts';

/** Everything behind one result, as the JSON report holds it. */
export interface ResultData {
  readonly job: {
    readonly id: string;
    readonly kind: 'verification' | 'signing' | 'analysis' | 'lab';
    readonly filename: string | null;
    readonly created_at: string;
    readonly finished_at: string | null;
  };
  readonly sha256: string;
  readonly size_bytes: number;
  readonly report: Report;
  readonly verdict: Verdict;
  readonly result: VerificationResult;
}

/** A picture that a manifest carries, made anew. */
export interface ResultThumbnail {
  readonly manifest_label: string;
  readonly ingredient_label: string | null;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The picture beside the result. */
export interface ResultPreview {
  /** The pixels of the file itself, the cover stored in it, or the picture that its credential carries. */
  readonly shows: 'file' | 'cover' | 'credential';
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Where the result is found, as whole addresses. */
export interface ResultAddresses {
  /** This page. */
  readonly page: string;
  /** Null: the file carries nothing to show in this form. */
  readonly reports: Readonly<Record<ReportFormat, string | null>>;
}

/** What a signing job made, beside the verification of it. */
export interface ResultSigning {
  readonly credential_id: string;
  readonly verify_url: string;
  readonly china_aigc: { readonly status: 'written' | 'replaced' | 'kept' } | null;
}

/** How long a result lives, and who may see it. */
export interface ResultLife {
  /** Null: without end. */
  readonly expires_at: string | null;
  readonly isPublic: boolean;
}
