import { fractions } from './fractions.ts';
import { addGrain, fillPicture, type Picture } from './picture.ts';
import { scale } from './resample.ts';

/** Radii of the blurs, in pixels, of the layers of texture, and how much each adds, in levels. */
const TEXTURE = [
  { radius: 0, levels: 7 },
  { radius: 1, levels: 9 },
  { radius: 3, levels: 12 },
  { radius: 9, levels: 18 },
  { radius: 27, levels: 26 },
] as const;
const LEAVES = 260;

/**
 * What a photograph is like: leaves of all sizes that cover one another, texture on every scale, and the noise of a sensor. It
 * is made at twice the size and reduced, so that its detail reaches as far as its pixels and no further.
 *
 * Blurred noise has no period; a lattice of random values between which one interpolates would be the very thing that is looked for.
 */
export function photograph(width: number, height: number, seed: number): Picture {
  const random = fractions(seed);
  const [fullWidth, fullHeight] = [width * 2, height * 2];
  const leaves = paintLeaves(fullWidth, fullHeight, random);
  const texture = new Float32Array(fullWidth * fullHeight);
  for (const { radius, levels } of TEXTURE) addTexture(texture, fullWidth, fullHeight, radius, levels, random);
  const drawn = fillPicture(fullWidth, fullHeight, (x, y, channel) => {
    const place = y * fullWidth + x;
    const leaf = leaves[place] ?? 0;
    const [tone, roughness] = [40 + ((leaf * 37) % 170), 0.3 + ((leaf * 13) % 10) / 10];
    return tone + ((leaf * (channel + 3)) % 29) + (texture[place] ?? 0) * roughness;
  });
  return addGrain(scale(drawn, 0.5, 'lanczos3'), 1.2, random);
}

/** Which leaf is seen at each place. */
function paintLeaves(width: number, height: number, random: () => number): Uint16Array {
  const seen = new Uint16Array(width * height);
  for (let leaf = 1; leaf <= LEAVES; leaf++) {
    const radius = 6 + (0.25 * Math.min(width, height)) / (1 + 20 * random() ** 0.5);
    const [centreX, centreY, lean] = [random() * width, random() * height, 0.4 + random()];
    for (let y = Math.max(0, Math.ceil(centreY - radius)); y < Math.min(height, centreY + radius); y++) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (y - centreY) ** 2)) * lean;
      const from = Math.max(0, Math.round(centreX - half + (y - centreY) * 0.3));
      const to = Math.min(width, Math.round(centreX + half + (y - centreY) * 0.3));
      if (from < to) seen.fill(leaf, y * width + from, y * width + to);
    }
  }
  return seen;
}

function addTexture(
  into: Float32Array,
  width: number,
  height: number,
  radius: number,
  levels: number,
  random: () => number,
): void {
  let layer = new Float32Array(width * height);
  for (let place = 0; place < layer.length; place++) layer[place] = random() - 0.5;
  // Three means in a row are nearly a Gaussian; each is made once along rows and once along columns.
  for (let pass = 0; pass < (radius === 0 ? 0 : 3); pass++) {
    layer = meanAlong(layer, width, height, radius);
    layer = meanAlong(layer, height, width, radius);
  }
  let power = 0;
  for (const value of layer) power += value * value;
  const gain = levels / Math.sqrt(power / layer.length);
  for (let place = 0; place < layer.length; place++) into[place] = (into[place] ?? 0) + (layer[place] ?? 0) * gain;
}

/** The running mean along rows; the result has rows and columns exchanged. */
function meanAlong(layer: Float32Array, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(layer.length);
  for (let y = 0; y < height; y++) {
    const row = layer.subarray(y * width, (y + 1) * width);
    const at = (x: number): number => row[x < 0 ? 0 : x >= width ? width - 1 : x] ?? 0;
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += at(x);
    for (let x = 0; x < width; x++) {
      turned[x * height + y] = sum / (2 * radius + 1);
      sum += at(x + radius + 1) - at(x - radius);
    }
  }
  return turned;
}
