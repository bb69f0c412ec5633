import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import type { ServerLimits } from '../shared/limits.ts';
import { ValidationFailure, type ValidationProblem } from '../shared/validation-failure.ts';
import { ClientClosedError } from './client-closed.ts';
import { PartHeaders } from './part-headers.ts';
import { sanitizeFilename } from './upload-filename.ts';
import { excessHeaders, multipartBoundary, tooLarge, translateMultipartError } from './upload-errors.ts';
import { receiveToMemory } from './upload-bytes.ts';
import type { UploadContent, UploadStorage } from './upload-content.ts';
import { createPrivateFile, receiveToFile, type Pieces } from './upload-file.ts';
import type { UploadMemory } from './upload-memory.ts';
import { Meter, type Measured } from './upload-meter.ts';
import type { UploadPolicy } from './upload-policy.ts';
import { problemsOfZodError } from './validation-error.ts';

/** A file of the request, complete. */
export interface UploadedFile extends Measured {
  readonly content: UploadContent;
  /** The client's name for it: cleaned, but still hostile text. */
  readonly filename: string;
  /** The media type that the client declared: a hint, lower-case, without parameters. */
  readonly declaredMediaType: string;
  /** Takes over the file: `dispose` then leaves it, and the caller must delete it. Of bytes in memory nothing is kept. */
  readonly keep: () => void;
}

export interface Upload<Fields> {
  /** In the order of the request; at least one. */
  readonly files: readonly UploadedFile[];
  readonly fields: Fields;
  /** Deletes every file that was not kept, and gives the memory back. May be called more than once. */
  readonly dispose: () => Promise<void>;
}

export interface ReceiveOptions<S extends z.ZodType> {
  /** The private directory, made by `openUploadSpace`. */
  readonly directory: string;
  readonly memory: UploadMemory;
  readonly storage: UploadStorage;
  /** The name of the file part(s), as declared by the route. */
  readonly partName: string;
  readonly policy: UploadPolicy;
  /** Schema of the text fields; it decides about fields that it does not know. */
  readonly fields: S;
  readonly limits: ServerLimits;
}

/** What one request has delivered so far. */
interface Progress {
  readonly files: UploadedFile[];
  readonly paths: Set<string>;
  readonly fields: Map<string, string>;
  totalBytes: number;
}

interface Context<S extends z.ZodType> {
  readonly options: ReceiveOptions<S>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** What the body may hold when its files stay in memory; undefined when they are written to the disk. */
  readonly memoryBytes: number | undefined;
}

/** Boundary lines and the like, besides the headers and values, which have their own limits. */
const PART_OVERHEAD_BYTES = 256;
const RANDOM_NAME_BYTES = 16;
const PART_SUFFIX = '.part';
/** Enough to tell most media types. */
const SNIFF_HEAD_BYTES = 32 * 1024;

/** The largest body that the policy can allow. */
function maxBodyBytes(policy: UploadPolicy, limits: ServerLimits): number {
  const parts = policy.maxFiles + limits.multipartFields;
  return (
    policy.maxTotalBytes +
    limits.multipartFields * limits.multipartFieldBytes +
    (parts + 1) * (limits.multipartHeaderBytes + PART_OVERHEAD_BYTES)
  );
}

async function saveFile<S extends z.ZodType>(part: MultipartFile, context: Context<S>): Promise<UploadedFile> {
  const { options, progress, signal, memoryBytes } = context;
  const { policy, limits } = options;
  const meter = new Meter({
    policy,
    sniffBytes: limits.sniffBytes,
    headBytes: SNIFF_HEAD_BYTES,
    totalBefore: progress.totalBytes,
  });
  const received =
    memoryBytes === undefined
      ? await saveOnDisk(piecesOf(part.file, signal), meter, context)
      : await keepInMemory(part.file, meter, { signal, capacity: memoryBytes - progress.totalBytes });
  progress.totalBytes += received.sizeBytes;
  const { content } = received;
  return {
    ...received,
    filename: sanitizeFilename(part.filename, limits.filenameCharacters),
    declaredMediaType: part.mimetype,
    keep: () => {
      if (content.kind === 'file') progress.paths.delete(content.path);
    },
  };
}

type Received = Measured & { readonly content: UploadContent };

async function saveOnDisk<S extends z.ZodType>(
  pieces: Pieces,
  meter: Meter,
  { options, progress }: Context<S>,
): Promise<Received> {
  const path = join(options.directory, randomBytes(RANDOM_NAME_BYTES).toString('hex') + PART_SUFFIX);
  // Recorded before the file exists, so that any failure from here on deletes it.
  progress.paths.add(path);
  const flush = options.storage === 'flushed_file';
  const measured = await receiveToFile(pieces, meter, { create: () => createPrivateFile(path), flush });
  return { ...measured, content: { kind: 'file', path } };
}

async function keepInMemory(
  file: Readable,
  meter: Meter,
  { signal, capacity }: { signal: AbortSignal; capacity: number },
): Promise<Received> {
  const { bytes, ...measured } = await receiveToMemory(file, signal, meter, capacity);
  return { ...measured, content: { kind: 'memory', bytes } };
}

/** The bytes of a part until the request is stopped. */
async function* piecesOf(source: Readable, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  addAbortSignal(signal, source);
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a part stream yields buffers');
    yield chunk;
  }
}

function fileProblem(partName: string, type: string): ValidationFailure {
  return new ValidationFailure([{ loc: ['body', partName], type, input: null }]);
}

async function takeFile<S extends z.ZodType>(part: MultipartFile, context: Context<S>): Promise<void> {
  const { partName, policy } = context.options;
  const { files } = context.progress;
  // A browser sends an empty file input as a part without name and bytes: nothing was chosen.
  if (part.filename === '' && (await isEmpty(part.file))) return;
  if (part.fieldname !== partName) {
    throw files.length === 0
      ? fileProblem(partName, 'missing')
      : new ValidationFailure([{ loc: ['body', part.fieldname], type: 'extra_forbidden' }]);
  }
  if (files.length >= policy.maxFiles) {
    throw new ValidationFailure([{ loc: ['body', partName], type: 'too_long', ctx: { max_length: policy.maxFiles } }]);
  }
  files.push(await saveFile(part, context));
}

/** Waits for the first bytes, and puts them back. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for (;;) {
    if (stream.readableEnded || stream.destroyed) return true;
    const chunk: unknown = stream.read();
    if (chunk !== null) {
      stream.unshift(chunk);
      return false;
    }
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of ['readable', 'end', 'close', 'error']) stream.off(event, done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close', 'error']) stream.on(event, done);
    });
  }
}

function fieldTooLong(name: string, limitBytes: number): ValidationFailure {
  return new ValidationFailure([{ loc: ['body', name], type: 'string_too_long', ctx: { max_length: limitBytes } }]);
}

async function readText(part: MultipartFile, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part.file) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a part stream yields buffers');
    bytes += chunk.length;
    if (bytes > limitBytes) throw fieldTooLong(part.fieldname, limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function takeField<S extends z.ZodType>(name: string, value: string, { options, progress }: Context<S>): void {
  if (name === options.partName) throw fileProblem(name, 'file_expected');
  if (progress.fields.has(name)) throw new ValidationFailure([{ loc: ['body', name], type: 'repeated' }]);
  if (progress.fields.size >= options.limits.multipartFields) {
    const ctx = { max_length: options.limits.multipartFields };
    throw new ValidationFailure([{ loc: ['body'], type: 'too_long', ctx }]);
  }
  progress.fields.set(name, value);
}

async function takePart<S extends z.ZodType>(part: Multipart, context: Context<S>): Promise<void> {
  const { limits } = context.options;
  if (part.type === 'file') {
    if (isJsonField(part.mimetype, part.filename)) {
      takeField(part.fieldname, await readText(part, limits.multipartFieldBytes), context);
    } else {
      await takeFile(part, context);
    }
    return;
  }
  if (part.valueTruncated) throw fieldTooLong(part.fieldname, limits.multipartFieldBytes);
  if (typeof part.value !== 'string') throw new TypeError('a text part carries a string');
  takeField(part.fieldname, part.value, context);
}

/** The parser would parse such a field; we need its exact text, so it is read as a stream. */
function isJsonField(mediaType: string | undefined, filename: string | undefined): boolean {
  return filename === undefined && (mediaType ?? '').startsWith('application/json');
}

function isFilePart(partName: string, name: string | undefined, mediaType?: string, filename?: string): boolean {
  if (filename !== undefined || mediaType === 'application/octet-stream') return true;
  return (
    isJsonField(mediaType, filename) ||
    (name === partName && mediaType !== undefined && !mediaType.startsWith('text/plain'))
  );
}

/**
 * Stops when the client is gone, when the body is larger than all its parts may be (preamble, epilogue, skipped parts), and when
 * a part has more headers than the parser would read.
 */
function watchBody(
  request: FastifyRequest,
  boundary: string,
  limitBytes: number,
  limits: ServerLimits,
): AbortController {
  const stop = new AbortController();
  const { raw } = request;
  const headerLimits = { maxBytes: limits.multipartHeaderBytes, maxPairs: limits.multipartHeaderPairs };
  const headers = new PartHeaders(boundary, headerLimits);
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (stop.signal.aborted) return;
    if (bytes > limitBytes) stop.abort(tooLarge(limitBytes));
    const excess = headers.push(chunk);
    if (excess !== null) stop.abort(excessHeaders(excess, headerLimits));
  });
  raw.once('close', () => {
    if (!raw.readableEnded) stop.abort(new ClientClosedError());
  });
  return stop;
}

async function nextPart(parts: AsyncIterator<Multipart>, signal: AbortSignal): Promise<Multipart | undefined> {
  signal.throwIfAborted();
  let stopped: () => void = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stopped = () => {
      reject(signal.reason instanceof Error ? signal.reason : new ClientClosedError());
    };
    signal.addEventListener('abort', stopped, { once: true });
  });
  try {
    const next = await Promise.race([parts.next(), aborted]);
    return next.done === true ? undefined : next.value;
  } finally {
    signal.removeEventListener('abort', stopped);
  }
}

async function receiveParts<S extends z.ZodType>(request: FastifyRequest, context: Context<S>): Promise<void> {
  const { limits, policy, partName } = context.options;
  const parts = request.parts({
    // Too many parts are refused by our own count, with the right location.
    limits: {
      parts: policy.maxFiles + limits.multipartFields + 1,
      files: policy.maxFiles + limits.multipartFields + 1,
      fields: limits.multipartFields + 1,
      fieldSize: limits.multipartFieldBytes,
      fileSize: Number.MAX_SAFE_INTEGER,
      headerSize: limits.multipartHeaderBytes,
      headerPairs: limits.multipartHeaderPairs,
    },
    isPartAFile: (name, mediaType, filename) => isFilePart(partName, name, mediaType, filename),
  });
  for (;;) {
    const part = await nextPart(parts, context.signal);
    if (part === undefined) return;
    try {
      await takePart(part, context);
    } catch (error) {
      if (part.type === 'file') part.file.destroy();
      throw error;
    }
  }
}

function validateFields<S extends z.ZodType>({ options, progress }: Context<S>): z.output<S> {
  const problems: ValidationProblem[] = [];
  if (progress.files.length === 0) problems.push({ loc: ['body', options.partName], type: 'missing', input: null });
  const given = Object.fromEntries(progress.fields);
  const result = options.fields.safeParse(given);
  if (!result.success) problems.push(...problemsOfZodError(result.error, given, 'body'));
  if (!result.success || problems.length > 0) throw new ValidationFailure(problems);
  return result.data;
}

/** What the caller learns: the first error, not those that followed when the streams ended. */
function refusalOf(error: unknown, signal: AbortSignal, partName: string): unknown {
  if (error instanceof AppError || error instanceof ValidationFailure) return error;
  return signal.aborted ? signal.reason : translateMultipartError(error, partName);
}

/**
 * Receives the multipart body of a request: into private files, or into memory where the route allows it, the body is small and
 * memory is free.
 *
 * Throws `AppError` FILE_TOO_LARGE as soon as a limit is passed, `ValidationFailure` for everything wrong with the form,
 * `ClientClosedError` when the client went away. After a throw nothing is left on disk or in memory.
 */
export async function receiveUpload<S extends z.ZodType>(
  request: FastifyRequest,
  options: ReceiveOptions<S>,
): Promise<Upload<z.output<S>>> {
  const boundary = multipartBoundary(request.headers['content-type']);
  if (boundary === undefined) throw fileProblem(options.partName, 'missing');
  const bodyLimit = maxBodyBytes(options.policy, options.limits);
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(options.policy.maxTotalBytes);

  const progress: Progress = { files: [], paths: new Set(), fields: new Map(), totalBytes: 0 };
  const { signal } = watchBody(request, boundary, bodyLimit, options.limits);
  const memoryBytes = memorySizeOf(request, options.storage);
  const release = memoryBytes === undefined ? undefined : options.memory.reserve(memoryBytes);
  const dispose = async (): Promise<void> => {
    release?.();
    const paths = [...progress.paths];
    progress.paths.clear();
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  try {
    const context = { options, progress, signal, memoryBytes: release === undefined ? undefined : memoryBytes };
    await receiveParts(request, context);
    return { files: progress.files, fields: validateFields(context), dispose };
  } catch (error) {
    request.raw.unpipe();
    await dispose();
    throw refusalOf(error, signal, options.partName);
  }
}

/** Only a body of an announced length can be promised memory before it arrives. */
function memorySizeOf({ headers }: FastifyRequest, storage: UploadStorage): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return storage === 'passing' && length !== undefined && encoding === undefined ? Number(length) : undefined;
}

/** The file of a route that takes exactly one; any other number has been refused above. */
export function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (file === undefined) throw new Error('an upload without a file came through');
  return file;
}
