import type { Inspection, InspectErrorCode } from '../inspector.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';

/** What crosses between the pool and its threads. Everything is structured-cloneable data. */

/** Given to a thread when it starts: the compiled engine, shared by all threads. */
export interface ThreadStart {
  engineModule: WebAssembly.Module;
}

export interface AnalyzeMessage {
  path: string;
  declaredMediaType: string | undefined;
  /** RFC 3339. */
  at: string;
  /** Sent only when this thread has not seen the snapshot yet. */
  trust: TrustSnapshot | null;
}

export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'done'; inspection: Inspection; health: ThreadHealth }
  | { kind: 'refused'; code: InspectErrorCode | 'file_unreadable'; health: ThreadHealth };

export interface ThreadHealth {
  /** False: the engine trapped; the thread must be replaced. */
  usable: boolean;
  engineMemoryBytes: number;
}

/** What a caller of the pool asks for. */
export interface AnalyzeRequest {
  path: string;
  declaredMediaType?: string | undefined;
  /** The instant to judge at. */
  at: Date;
  trust: TrustSnapshot;
  /** Wall-clock time from the start of the analysis; past it the thread is ended. */
  deadlineMs: number;
}
