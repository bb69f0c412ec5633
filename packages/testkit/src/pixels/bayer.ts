import { fillPicture, sampleOf, type Picture } from './picture.ts';

/** Red, green and blue as a sensor has them: one colour at each place, green twice. */
const PATTERN = [
  [0, 1],
  [1, 2],
] as const;

/** What a camera makes of a sensor of one colour at each place: the other two are the means of their nearest neighbours. */
export function bayerCapture(picture: Picture, random: () => number): Picture {
  const { width, height } = picture;
  const sensor = Float32Array.from({ length: width * height }, (_, place) => {
    const [x, y] = [place % width, Math.trunc(place / width)];
    return sampleOf(picture, x, y, colourAt(x, y)) + (random() + random() - 1) * 2;
  });
  return fillPicture(width, height, (x, y, channel) => {
    if (colourAt(x, y) === channel) return sensor[y * width + x] ?? 0;
    let [sum, count] = [0, 0];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        // For green the four beside it; for the others, those that there are.
        if (colourAt(u, v) !== channel || (channel === 1 && u !== x && v !== y)) continue;
        sum += sensor[v * width + u] ?? 0;
        count++;
      }
    }
    return sum / count;
  });
}

function colourAt(x: number, y: number): number {
  return PATTERN[(y & 1) === 0 ? 0 : 1][(x & 1) === 0 ? 0 : 1];
}
