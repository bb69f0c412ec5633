/** Red, green, blue; a byte each, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

export function emptyPicture(width: number, height: number): Picture {
  return { width, height, data: new Uint8Array(width * height * 3) };
}

/** Each sample by its place, rounded and held between 0 and 255. */
export function fillPicture(
  width: number,
  height: number,
  sample: (x: number, y: number, channel: number) => number,
): Picture {
  const picture = emptyPicture(width, height);
  const { data } = picture;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++, at++) data[at] = toByte(sample(x, y, channel));
    }
  }
  return picture;
}

export function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}

export function sampleOf({ width, data }: Picture, x: number, y: number, channel: number): number {
  return data[(y * width + x) * 3 + channel] ?? 0;
}

/** @throws {RangeError} when the part does not lie inside */
export function cropPicture(picture: Picture, left: number, top: number, width: number, height: number): Picture {
  if (left < 0 || top < 0 || left + width > picture.width || top + height > picture.height) {
    throw new RangeError(`no ${width} x ${height} pixels at ${left}, ${top} of ${picture.width} x ${picture.height}`);
  }
  const part = emptyPicture(width, height);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 3;
    part.data.set(picture.data.subarray(from, from + width * 3), y * width * 3);
  }
  return part;
}

/** Noise of a standard deviation in levels, nearly normal: the sum of four even ones. */
export function addGrain(picture: Picture, deviation: number, random: () => number): Picture {
  const data = picture.data.map((value) =>
    toByte(value + (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation),
  );
  return { ...picture, data };
}
