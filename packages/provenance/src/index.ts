/**
 * Revera's engine finds the evidence of origin that a media file carries.
 *
 * Bytes, trust lists and a time go in; plain data comes out: a `Report` of facts, a `Verdict` over them, and the
 * published result in words. No network, no environment, no global clock, no logging.
 */
export {
  bufferSource,
  openContent,
  openFileSource,
  type FileContent,
  type RandomAccess,
} from './bytes/random-access.ts';
export type { EngineCryptography } from './c2pa/engine-module.ts';
export type * from './c2pa/facts.ts';
export { containsManifestStore } from './c2pa/contains-manifest-store.ts';
export type { EmbeddedThumbnail, PictureType } from './c2pa/embedded-thumbnails.ts';
export { algorithmDetails, SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from './c2pa/sign/algorithms.ts';
export { checkSigningChain } from './c2pa/sign/certificate-profile.ts';
export type { ProfileContext, ProfileProblem, ProfileProblemCode } from './c2pa/sign/profile-problem.ts';
export type { ClaimSigner } from './c2pa/sign/claim-signer.ts';
export { CONTENT_TYPES, type ContentType } from './c2pa/sign/content-types.ts';
export { claimReserveBytes, signClaim, type ClaimEvidence } from './c2pa/sign/cose.ts';
export type { Declarations } from './c2pa/sign/manifest.ts';
export { algorithmOfKey } from './c2pa/sign/key-rules.ts';
export { decodeOcspResponse, encodeOcspRequest, ocspResponderUrl, type OcspAnswer } from './c2pa/sign/ocsp.ts';
export { OcspError, type OcspErrorCode } from './c2pa/sign/ocsp-error.ts';
export { decodeTimeStampResponse, encodeTimeStampRequest, type TimeStamp } from './c2pa/sign/time-stamp.ts';
export { TimeStampError, type TimeStampErrorCode } from './c2pa/sign/time-stamp-error.ts';
export {
  createInspector,
  InspectError,
  type Inspection,
  type InspectOptions,
  type Inspector,
  type InspectErrorCode,
} from './inspector.ts';
export {
  LABEL_CARRIERS,
  LABEL_KEYS,
  type LabelCarrier,
  type LabelFacts,
  type LabelFinding,
  type LabelKey,
  type LabelSite,
} from './label/facts.ts';
export { examineClip } from './lab/examine-clip.ts';
export { LAB_STAGES, type BesideKind, type LabStage } from './lab/fact-names.ts';
export {
  LAB_BANDS,
  LAB_CHECKS,
  LAB_CONTAINERS,
  LAB_GENERATIONS,
  LAB_REASONS,
  LAB_VERDICTS,
  LAB_WARNINGS,
  type LabBand,
  type LabResult,
  type LabVerdict,
} from './lab/facts.ts';
export { CLAIMABLE_FAMILIES, CLAIMABLES, type Claimable } from './lab/judge/claims.ts';
export { LAB_LIMITS } from './lab/limits.ts';
export { LAB_EVIDENCE, type LabEvidence } from './lab/rules/rule.ts';
export { RULE_BOOK } from './lab/rules/rule-book.ts';
export { labelConformance } from './label/check-label.ts';
export { LABEL_RULES, type LabelRuleId } from './label/rules.ts';
export { decodeProvider } from './label/provider-code.ts';
export { labelsIn, readLabels } from './label/read-labels.ts';
export {
  decideLabel,
  decodeLabelRequest,
  isLabelRefusal,
  LABEL_POLICIES,
  type LabelDecision,
  type LabelPolicy,
  type LabelRefusal,
  type LabelRequest,
} from './label/write/label-request.ts';
export type { LabelText } from './label/write/label-text.ts';
export { canCarryLabel, checkWritten, planLabel, problemWith as problemWithLabel } from './label/write/write-label.ts';
export { copySpliced, type Splice } from './label/write/splice.ts';
export { LabelWriteError, type LabelPlan } from './label/write/writer.ts';
export { findMediaType, MEDIA_TYPES, signingFormat, type MediaType, type MediaTypeInfo } from './media/media-types.ts';
export type { MetadataFindings, MetadataItem } from './media/metadata-item.ts';
export { canReadMetadata, readMetadata } from './media/read-metadata.ts';
export { sniff } from './media/sniff.ts';
export { AnalysisError, SigningError, type AnalysisErrorCode, type SigningErrorCode } from './pool/analysis-error.ts';
export { createAnalysisPool, type AnalysisPool, type AnalysisPoolOptions } from './pool/analysis-pool.ts';
export type {
  AnalyzeInput,
  AnalyzeRequest,
  Examination,
  ExamineRequest,
  SignedFile,
  SigningPlan,
  SignRequest,
} from './pool/messages.ts';
export { PIXEL_BOUNDS } from './pool/pixel-measurer.ts';
export type { Turn, WorkShare } from './pool/turn.ts';
export {
  createThumbnailer,
  PREVIEW_SUBJECTS,
  THUMBNAIL_COPY_BOUNDS,
  type Preview,
  type PreviewSource,
  type Thumbnailer,
  type ThumbnailCopy,
} from './pool/thumbnailer.ts';
export { isPreviewable } from './pool/preview-picture.ts';
export type { LabReport, LabReportObservation, LabReportStage } from './present/lab-report.ts';
export { LANGUAGES, type Language } from './present/language.ts';
export { clauseIn } from './present/label-clauses.ts';
export { presentFindings, presentLabel, presentLookAlike } from './present/present-label.ts';
export { nameOfFamily, presentLab } from './present/present-lab.ts';
export * from './present/statuses.ts';
export { presentResult, type ResultContext } from './present/present-result.ts';
export * from './present/statement/index.ts';
export type * from './present/verification-result.ts';
export { fill } from './present/words.ts';
export {
  CREDENTIAL_STATUSES,
  NO_RECORDS,
  type CredentialStatus,
  type FileFacts,
  type Report,
  type Section,
  type SectionFailure,
  type ServiceCredentialFacts,
  type ServiceRecords,
  type ToolFacts,
} from './report.ts';
export type { MeasurablePicture } from './resolution/read-resolution.ts';
export {
  NOT_MEASURED_CODES,
  RESOLUTION_CODES,
  type NotMeasuredCode,
  type ResolutionFacts,
} from './resolution/facts.ts';
export type { TraceMap } from './resolution/types.ts';
export type { RemoteManifestPolicy } from './sign-asset.ts';
export * from './trust/index.ts';
export type * from './vendor/facts.ts';
export type { MetadataFacts, VendorEvidence } from './vendor/facts.ts';
export { readVendor } from './vendor/read-vendor.ts';
export { ancestors } from './verdict/c2pa-lineage.ts';
export { failureClassesOf, hangsOnMissingList } from './verdict/integrity-status.ts';
export { judge } from './verdict/judge.ts';
export { NOTE_CODES, type NoteCode } from './verdict/note-codes.ts';
export { settleStore } from './verdict/settle-codes.ts';
export { anyPublicListUsable } from './verdict/trust-status.ts';
export * from './verdict/verdict.ts';
export { isWithdrawn } from './verdict/withdrawn.ts';
export { TOOL_VERSION } from './version.ts';
export {
  createWorkspace as createPixelWorkspace,
  decodeModel as decodePixelModel,
  FEATURE_NAMES as PIXEL_FEATURES,
  judgePixels,
  measureWindow as measurePixels,
  MODEL_SUMMARY as PIXEL_MODEL,
  REFERENCES as PIXEL_REFERENCES,
  RESOLUTION_LIMITS,
  scoreOf as scorePixels,
  type FeatureName as PixelFeature,
  type PixelJudgement,
  type PixelWindow,
  type ResolutionStatus,
} from './resolution/index.ts';
