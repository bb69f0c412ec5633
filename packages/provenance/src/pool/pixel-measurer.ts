import { LIMITS } from '../limits.ts';
import type { ResolutionFacts } from '../resolution/facts.ts';
import { RESOLUTION_LIMITS } from '../resolution/limits.ts';
import type { MeasurablePicture } from '../resolution/read-resolution.ts';
import { createGate } from './gate.ts';
import type { AnalyzeInput, PixelRequest } from './messages.ts';
import { moduleBeside } from './module-beside.ts';
import { decodePixelAnswer } from './pixel-answer.ts';
import { createPictureProcess, LOST, type PictureProcess, type Question } from './picture-process.ts';

/** Measures the pixels of pictures in processes of its own, each one at a time. */
export interface PixelMeasurer {
  /**
   * Never fails: what cannot be measured is a fact.
   * @param withinMs the whole time, that for the start of a process and for others' pictures included; none when it is not positive
   */
  measure(picture: MeasurablePicture, input: AnalyzeInput, withinMs: number): Promise<ResolutionFacts>;
  /** Ends the processes. Pictures in work, and later ones, are not measured. */
  close(): Promise<void>;
}

export interface PixelMeasurerOptions {
  processes: number;
  /** Path of the bundled process, when it is not beside this module. */
  processUrl?: URL | undefined;
}

/** Which pictures are measured, in pixels, and how long it may take; for documents and pages. */
export const PIXEL_BOUNDS = {
  mostPixels: LIMITS.decodedPixels,
  mostPixelsHeldWhole: LIMITS.decodedPixelsWhole,
  mostPixelsTiff: LIMITS.decodedPixelsTiff,
  mostPixelsAvif: LIMITS.decodedPixelsAvif,
  leastPixels: RESOLUTION_LIMITS.leastPixels,
  leastSide: RESOLUTION_LIMITS.leastSide,
  windowSide: RESOLUTION_LIMITS.windowSide,
  measuringMs: LIMITS.resolutionMs,
} as const;

type Pixels = ResolutionFacts['pixels'];

/** A process starts with its first picture; one that dies or hangs is ended, and the next picture starts another. */
export function createPixelMeasurer({ processes: count, processUrl }: PixelMeasurerOptions): PixelMeasurer {
  const url = processUrl ?? moduleBeside('pixel-process');
  const processes = Array.from({ length: count }, () => createPictureProcess(url, LIMITS.resolutionMs));
  const heavy = createGate(LIMITS.resolutionHeavyAtOnce);
  const measure = async (picture: MeasurablePicture, input: AnalyzeInput, withinMs: number): Promise<Pixels> => {
    const time = startTime(withinMs);
    try {
      const ask = async (): Promise<Pixels> => {
        if (time.isOver()) return notMeasured('timed_out');
        const question = questionOf(picture, input);
        const made = await leastBusy(processes).ask(question, time.leftMs(), () => !time.isOver());
        return made === LOST || made === null ? notMeasured(time.isOver() ? 'timed_out' : 'decoder_failed') : made;
      };
      return await Promise.race([time.over, picture.is_heavy ? heavy.pass(ask) : ask()]);
    } finally {
      time.stop();
    }
  };
  return {
    measure: async (picture, input, withinMs) => {
      const { clues, jpeg_quality } = picture;
      const pixels = withinMs > 0 ? await measure(picture, input, withinMs) : notMeasured('timed_out');
      return { pixels, clues, jpeg_quality };
    },
    close: async () => {
      await Promise.all(processes.map((process) => process.close()));
    },
  };
}

function questionOf({ media_type, is_animated }: MeasurablePicture, { path, bytes }: AnalyzeInput): Question<Pixels> {
  const request: PixelRequest = { input: path ?? bytes, mediaType: media_type };
  const decode = (answer: unknown): Pixels | typeof LOST => {
    const decoded = decodePixelAnswer(answer);
    if (decoded === null) return LOST;
    if ('reason' in decoded) return notMeasured(decoded.reason);
    return { ...decoded, is_first_frame: decoded.is_first_frame || is_animated };
  };
  return { request, decode };
}

function notMeasured(reason: Extract<Pixels, { state: 'not_measured' }>['reason']): Pixels {
  return { state: 'not_measured', reason, image: null };
}

function leastBusy(processes: readonly PictureProcess[]): PictureProcess {
  return processes.reduce((best, other) => (other.load() < best.load() ? other : best));
}

/** The time of one picture: `over` resolves when it has passed. */
function startTime(ms: number): {
  over: Promise<Pixels>;
  isOver: () => boolean;
  leftMs: () => number;
  stop: () => void;
} {
  const endsAt = performance.now() + ms;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Pixels>((resolve) => {
    timer = setTimeout(() => resolve(notMeasured('timed_out')), ms);
  });
  const leftMs = (): number => Math.max(1, endsAt - performance.now());
  return { over, isOver: () => performance.now() >= endsAt, leftMs, stop: () => clearTimeout(timer) };
}
