/**
 * Revera's engine: what evidence of origin a media file carries.
 *
 * Bytes, trust lists and a time go in; plain data comes out: a `Report` of facts, a `Verdict` over them, and the
 * published result in words. No network, no environment, no global clock, no logging.
 */
export { bufferSource, openFileSource, type RandomAccess } from './bytes/random-access.ts';
export type * from './c2pa/facts.ts';
export { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from './c2pa/sign/algorithms.ts';
export type { ClaimSigner } from './c2pa/sign/claim-signer.ts';
export {
  createInspector,
  InspectError,
  type Inspection,
  type InspectOptions,
  type Inspector,
  type InspectErrorCode,
} from './inspector.ts';
export { findMediaType, MEDIA_TYPES, type MediaType, type MediaTypeInfo } from './media/media-types.ts';
export { sniff } from './media/sniff.ts';
export { AnalysisError, type AnalysisErrorCode } from './pool/analysis-error.ts';
export { createAnalysisPool, type AnalysisPool, type AnalysisPoolOptions } from './pool/analysis-pool.ts';
export type { AnalyzeRequest } from './pool/messages.ts';
export { LANGUAGES, type Language } from './present/language.ts';
export { presentResult, type ResultContext } from './present/present-result.ts';
export type * from './present/verification-result.ts';
export type { FileFacts, Report, Section, SectionFailure, ToolFacts } from './report.ts';
export * from './trust/index.ts';
export { judge } from './verdict/judge.ts';
export { NOTE_CODES, type NoteCode } from './verdict/note-codes.ts';
export * from './verdict/verdict.ts';
export { TOOL_VERSION } from './version.ts';
