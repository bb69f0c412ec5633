import type { LabVerdict } from '@revera/provenance';
import { z } from 'zod';
import { presentError } from '../../http/errors.ts';
import { filesInTurn } from '../../http/files-in-turn.ts';
import { defineRoute, type Route, type RouteContext } from '../../http/route.ts';
import { passing } from '../../http/upload-content.ts';
import type { UploadedFile } from '../../http/upload.ts';
import { anonymousUploadPolicy } from '../../http/upload-policy.ts';
import { AppError, asAppError } from '../../shared/app-error.ts';
import { deceptive } from '../../shared/declared-text.ts';
import { refusedAs } from '../../shared/input-reasons.ts';
import { LAB_LIMITS, RULE_BOOK, TOOL_VERSION } from '../../shared/lab-vocabulary.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import { answeredId } from '../../shared/request-id.ts';
import { examineFile } from './examine-file.ts';
import { presentExamination } from './present.ts';
import { labAnswerSchema, type LabAnswer, type LabItem } from './schemas.ts';
import type { LabServices } from './services.ts';

/** What somebody says the clips were made with. A word that the lab does not know is no error: then nothing is compared. */
export const claimField = z
  .string()
  .max(LAB_LIMITS.claimChars)
  .refine((text) => !deceptive(text), refusedAs('deceptive'))
  .default('unknown')
  .describe(
    'What the clips are said to come from: a generator, a camera, an editor, an encoder or a platform, such as `kling`, `camera` or `tiktok`',
  );

/** The route that tells which software and which platform wrote a clip. */
export function labRoutes(services: LabServices): Route[] {
  return [examineClips(services)];
}

function examineClips(services: LabServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/lab/generator',
    operationId: 'examineClips',
    summary: 'Examine which software wrote a video',
    description:
      'Reads the container, the parameter sets and the encoder messages of 1 to 20 videos, and no picture, and says which generator, programs and platforms their traces look like, and whether they fit what is claimed. Traces are unsigned and can be forged; their absence proves nothing. A credential, a China AIGC label and metadata in the same file are named beside the traces and never counted with them. Each file is judged on its own, and one that fails does not affect the others. Without a key every file counts against the rate of the address, as when verifying; with a key each file is a unit of the lab, and files beyond the plan get QUOTA_EXCEEDED. Nothing is stored: neither the files nor what was found.',
    tags: ['Web'],
    auth: { kind: 'optional_key', scope: 'content:verify' },
    rateLimit: 'lab',
    reserves: 'lab',
    multipart: {
      part: 'files',
      partDescription: 'The videos',
      policy: anonymousUploadPolicy(services.limits),
      fields: z.object({ claim: claimField }),
      storage: passing,
    },
    responses: { 200: { description: 'What was found in each file, or an error', schema: labAnswerSchema } },
    errors: ['QUOTA_EXCEEDED'],
    handler: async (context) => {
      const { requestId, language, principal } = context;
      const { files, fields } = await context.receiveUpload();
      const caller = { ...context, key: principal.kind === 'api_key' ? principal : null, claim: fields.claim };
      const results = await filesInTurn(files, context, {
        startWithinMs: services.limits.analysisSynchronousMs,
        work: (file, place) => examineOne(services, file, caller, place === 0),
        refuse: (file, refusal) => failedItem(file, refusal, context),
      });
      const headers = { 'content-language': language };
      return { status: 200, headers, body: { ...answerOf(results), id: answeredId(requestId) } };
    },
  });
}

type LabContext = Pick<
  RouteContext,
  'address' | 'requestId' | 'language' | 'log' | 'signal' | 'reserved' | 'tellQuota'
> & { key: ApiKeyPrincipal | null; claim: string };

async function examineOne(
  services: LabServices,
  file: UploadedFile,
  context: LabContext,
  isFirst: boolean,
): Promise<LabItem> {
  const { language, log, signal } = context;
  try {
    const findings = await examineFile(services, file, context, { ...context, isFirst });
    const result = presentExamination(findings, file, language);
    return { file: nameOf(file), status: 'completed', result, error: null };
  } catch (err) {
    signal.throwIfAborted();
    if (!(err instanceof AppError)) log.error({ err }, 'a clip could not be examined');
    return failedItem(file, asAppError(err), context);
  }
}

function failedItem(
  file: UploadedFile,
  refusal: AppError,
  { requestId, language }: Pick<RouteContext, 'requestId' | 'language'>,
): LabItem {
  const { error } = presentError(refusal, answeredId(requestId), language);
  return { file: nameOf(file), status: 'failed', result: null, error };
}

function nameOf({ filename: name, sizeBytes: size, sha256 }: UploadedFile): LabItem['file'] {
  return { name, size, sha256 };
}

function answerOf(results: LabItem[]): Omit<LabAnswer, 'id'> {
  const count = (verdict: LabVerdict) => results.filter(({ result }) => result?.verdict === verdict).length;
  return {
    engine: { rules: RULE_BOOK.version, version: TOOL_VERSION, decoded_frames: 0 },
    results,
    summary: {
      files: results.length,
      consistent: count('consistent'),
      inconsistent: count('inconsistent'),
      inconclusive: count('inconclusive'),
      failed: results.filter(({ status }) => status === 'failed').length,
    },
    not_tested: ['pictures', 'sound', 'watermarks'],
  };
}
