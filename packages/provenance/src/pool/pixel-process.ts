import { restrictDecoders } from '../c2pa/sign/thumbnail.ts';
import { LIMITS } from '../limits.ts';
import { decodeWindow } from '../resolution/decode.ts';
import type { MeasuredPixels, NotMeasuredCode } from '../resolution/facts.ts';
import { createWorkspace, judgePixels, MODEL_SUMMARY } from '../resolution/index.ts';
import { withinMemory } from './memory-watch.ts';
import { PICTURES_READY, type PixelRequest } from './messages.ts';

/**
 * Entry point of a process that decodes pictures and measures their pixels: native code that reads untrusted bytes. A crash
 * here breaks nothing else. The pixels are measured where they are, because they are up to 48 MB, which nobody has to copy.
 */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  await restrictDecoders();
  process.on('message', (request: PixelRequest) => {
    void answer(request).then((made) => process.send?.(made));
  });
  process.send?.(PICTURES_READY);
}

/** Memory that every measurement of this process uses again. */
const WORKSPACE = createWorkspace();
/** What is behind the third digit is noise to a reader. */
const DIGITS = 1_000;

async function answer({ input, mediaType }: PixelRequest): Promise<MeasuredPixels | { reason: NotMeasuredCode }> {
  const decoded = await withinMemory(LIMITS.resolutionProcessBytes, () => decodeWindow(input, mediaType));
  if (typeof decoded === 'string') return { reason: decoded };
  const { window, isFirstFrame } = decoded;
  const { estimatedFactor, factorAlternatives, detailPercent, evidence, score, ...judged } = judgePixels(
    window,
    WORKSPACE,
  );
  const { left, top, width, height } = window;
  return {
    state: 'measured',
    ...judged,
    evidence: evidence.map(({ strength, ...one }) => ({ ...one, strength: rounded(strength) })),
    score: rounded(score),
    model: {
      method: MODEL_SUMMARY.method,
      sha256: MODEL_SUMMARY.sha256,
      enlarged_from: MODEL_SUMMARY.enlargedFrom,
      native_up_to: MODEL_SUMMARY.nativeUpTo,
    },
    estimated_factor: estimatedFactor,
    factor_alternatives: factorAlternatives,
    detail_percent: detailPercent,
    image: { width: window.imageWidth, height: window.imageHeight },
    window: { left, top, width, height },
    codec_grid: window.codecGrid,
    is_first_frame: isFirstFrame,
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * DIGITS) / DIGITS;
}

await main();
