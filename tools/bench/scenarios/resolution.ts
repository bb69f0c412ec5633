import { createPixelWorkspace, judgePixels, RESOLUTION_LIMITS, type PixelWindow } from '@revera/provenance';
import { photograph } from '@revera/testkit/pixels';
import type { Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';

const RUNS = 15;
const QUICK_RUNS = 3;
const SIZES = [
  [1, 1152, 864],
  [12, 4032, 3024],
  [50, 8192, 6144],
  [100, 11_584, 8688],
] as const;

/** What the pixels of an image say about its resolution, after decoding: the window alone is measured. */
export const resolution: Scenario = {
  name: 'resolution',
  async run({ isQuick }) {
    const workspace = createPixelWorkspace();
    const tile = photograph(640, 480, 1).data;
    const rows = SIZES.map(([megapixels, width, height]) => {
      const window = windowOf(tile, width, height);
      judgePixels(window, workspace);
      const times = Array.from({ length: isQuick ? QUICK_RUNS : RUNS }, () => processorMs(window, workspace));
      const { fastest, median } = summarize(times);
      const peak = process.resourceUsage().maxRSS / 1024;
      return [megapixels, `${window.width} x ${window.height}`, fastest, median, median / megapixels, peak];
    });
    return {
      tables: [
        {
          title: 'Judging the resolution of decoded pixels',
          columns: ['megapixels', 'window', 'fastest ms', 'median ms', 'ms a megapixel', 'peak memory MiB'],
          rows,
        },
      ],
      targets: [],
      notes: ['Time of the processor on one core, after warming up. Memory of the whole process, the pixels included.'],
    };
  },
};

function windowOf(tile: Uint8Array, imageWidth: number, imageHeight: number): PixelWindow {
  const [width, height] = [imageWidth, imageHeight].map((side) => Math.min(side, RESOLUTION_LIMITS.windowSide));
  const [across, down] = [width ?? 0, height ?? 0];
  const data = new Uint8Array(across * down * 3);
  for (let at = 0; at < data.length; at += tile.length) data.set(tile.subarray(0, data.length - at), at);
  return { data, width: across, height: down, left: 0, top: 0, imageWidth, imageHeight, codecGrid: 8 };
}

function processorMs(window: PixelWindow, workspace: ReturnType<typeof createPixelWorkspace>): number {
  const before = process.cpuUsage();
  judgePixels(window, workspace);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
