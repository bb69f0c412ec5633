import type { FileContent } from '../bytes/random-access.ts';
import type { SignatureAlgorithm } from '../c2pa/sign/algorithms.ts';
import type { PictureType } from '../c2pa/embedded-thumbnails.ts';
import type { Declarations } from '../c2pa/sign/manifest.ts';
import type { Thumbnail } from '../c2pa/sign/thumbnail.ts';
import type { Inspection, InspectErrorCode } from '../inspector.ts';
import type { LabResult } from '../lab/facts.ts';
import type { LabelText } from '../label/write/label-text.ts';
import type { MediaType } from '../media/media-types.ts';
import type { Report } from '../report.ts';
import type { RemoteManifestPolicy, SignAssetErrorCode } from '../sign-asset.ts';
import type { BoundedModule } from '../c2pa/engine-module.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import type { Turn } from './turn.ts';

/** What crosses between the pool and its threads. Everything is structured-cloneable data. */

/** Given to a thread when it starts: the compiled engine, shared by all threads. */
export interface ThreadStart {
  engine: BoundedModule;
}

export type PoolMessage = AnalyzeMessage | ExamineMessage | SignMessage | CallerAnswer;

export interface AnalyzeMessage {
  kind: 'analyze';
  /** Bytes in memory are transferred. */
  content: FileContent;
  declaredMediaType: string | undefined;
  /** RFC 3339. */
  at: string;
  /** Sent only when this thread has not seen the snapshot yet. */
  trust: TrustSnapshot | null;
  /** Whether the bytes of a picture in memory are given back, whether or not it can be measured, and covers are looked for. */
  returnsPicture: boolean;
}

export interface ExamineMessage extends Omit<AnalyzeMessage, 'kind' | 'returnsPicture'> {
  kind: 'examine';
  /** What somebody says the clip was made with. */
  claim: string;
}

export interface SignMessage {
  kind: 'sign';
  /** Bytes in memory are transferred. */
  content: FileContent;
  outputPath: string;
  /** RFC 3339. */
  at: string;
  /** Sent only when this thread has not seen the snapshot yet. */
  trust: TrustSnapshot | null;
}

/** What a thread that signs asks of its caller, and then waits for: it has no records, no keys and no network. */
export type CallerQuestion = { kind: 'inspected'; inspection: Inspection } | { kind: 'sign_claim'; claim: Uint8Array };

export type CallerAnswer =
  | { kind: 'planned'; plan: SigningPlan }
  /** `checkAt` is the instant to judge the copy at (RFC 3339). */
  | { kind: 'claim_signed'; signature: Uint8Array; checkAt: string }
  | { kind: 'caller_refused' };

export type ThreadMessage =
  | { kind: 'ready' }
  | CallerQuestion
  | { kind: 'signed'; signed: SignedFile; health: ThreadHealth }
  /** `bytes`: those of a file in memory whose picture can be measured, or is to be returned, given back. */
  | { kind: 'done'; inspection: Inspection; bytes: Uint8Array<ArrayBuffer> | null; health: ThreadHealth }
  | ({ kind: 'examined'; health: ThreadHealth } & Examination)
  | { kind: 'refused'; code: RefusalCode; message: string; health: ThreadHealth };

export type RefusalCode =
  InspectErrorCode | SignAssetErrorCode | 'file_unreadable' | 'output_unwritable' | 'caller_refused';

export interface ThreadHealth {
  /** False when the engine trapped; the thread must be replaced. */
  usable: boolean;
  engineMemoryBytes: number;
}

/** The terms on which a file is accepted. */
export interface PoolTerms {
  /** Wall-clock time from the start of the work to its end; after that the thread is ended. */
  deadlineMs: number;
  /**
   * The time begins when the pool accepts the file. A file that has waited for half of it fails with `not_started`. Default:
   * the wait does not count, and has no end.
   */
  countsWaiting?: boolean;
  /** Default: work of the process's own, before all other. */
  turn?: Turn;
  /** Removes a file that is still waiting from the queue. One that runs goes on: ending a thread costs more than most files. */
  signal?: AbortSignal | undefined;
}

/** A file by its path, or its bytes. They are transferred to the thread when it begins, and then gone from the caller's. */
export type AnalyzeInput = { path: string; bytes?: undefined } | { path?: undefined; bytes: Uint8Array<ArrayBuffer> };

/** What a caller of the pool passes. */
export type AnalyzeRequest = AnalyzeInput & AnalyzeTerms;

export interface AnalyzeTerms extends PoolTerms {
  /** Whether the pixels of a picture are measured. Default true. */
  measuresPixels?: boolean;
  /** Whether the bytes of a picture in memory, or the cover of a file, come back with what was found, for a preview. Default false. */
  returnsPicture?: boolean;
  declaredMediaType?: string | undefined;
  /** The instant to judge at. */
  at: Date;
  trust: TrustSnapshot;
}

/** What was found in a file. */
export interface AnalyzedFile extends Inspection {
  /** Its bytes, of a picture in memory that was to be returned; otherwise null. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** A clip for the lab, and the origin that it is held against. */
export type ExamineRequest = AnalyzeRequest & { claim: string };

/** What the lab finds in a clip, and beside it the facts of all readers; null where they could make nothing of the file. */
export interface Examination {
  lab: LabResult;
  report: Report | null;
}

/** How a file is signed, decided when it is known what is in it. */
export interface SigningPlan {
  declarations: Declarations;
  /** The file's own credential becomes its parent; only for a credential that was found valid. */
  hasParent: boolean;
  remoteManifest: RemoteManifestPolicy;
  thumbnail: Thumbnail | null;
  /** Written into the copy before it is signed; null for none. */
  label: LabelText | null;
  algorithm: SignatureAlgorithm;
  reserveBytes: number;
}

/** A file to sign. The deadline covers everything: both inspections, and what the caller is asked for. */
export type SignRequest = AnalyzeInput & SignTerms;

export interface SignTerms extends PoolTerms {
  /** Where the signed copy is written; must not exist. */
  outputPath: string;
  /** The instant at which the file is judged. */
  at: Date;
  trust: TrustSnapshot;
  /** Called once, outside the thread, with what is in the file. What it throws is what `sign` rejects with. */
  plan(found: Inspection): Promise<SigningPlan>;
  /** Called once, outside the thread. What it throws is what `sign` rejects with. */
  signClaim(claim: Uint8Array): Promise<Uint8Array>;
  /** The instant at which the copy is judged, asked for when its claim is signed: a time stamp in it is later than `at`. */
  checkAt(): Date;
}

export interface SignedFile {
  mediaType: MediaType;
  sizeBytes: number;
  /** Of the bytes that were signed, compared and inspected, as they were in memory; hexadecimal. */
  sha256: string;
  /** The address of a remote manifest that was removed; null when there was none or it is still there. */
  discardedAddress: string | null;
  /** What is in the copy, by the same readers as in anybody's file. Whether that is as it should be is for the caller. */
  inspection: Inspection;
}

/** The first message of the process that decodes pictures; requests are sent only after it. */
export const PICTURES_READY = 'ready';

/** What that process is asked; it answers a `SmallPicture`, a `PixelDigest` or a `PreviewPicture`, or null. */
export type PictureRequest =
  /** The digest of the pixels of an image file. */
  | { kind: 'pixels'; path: string; mediaType: MediaType }
  /** A thumbnail of an image file, for the manifest. */
  | { kind: 'file'; path: string; mediaType: MediaType }
  /** A copy of a picture from a manifest. */
  | { kind: 'embedded'; bytes: Uint8Array; mediaType: PictureType }
  /** A picture to look at, by the path of a file or its bytes. */
  | { kind: 'preview'; input: string | Uint8Array; mediaType: MediaType };

/** What a process that measures pixels is asked: to measure those of a file, by its path or its bytes. */
export interface PixelRequest {
  input: string | Uint8Array;
  mediaType: MediaType;
}
