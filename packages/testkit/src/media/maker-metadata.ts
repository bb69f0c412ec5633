import { be16, be32, concat, le16, le32, u8, type Bytes, type Part } from '../bytes.ts';

/** IPTC-IIM data sets, each as `2:110` and its value. */
export function iptcRecord(...dataSets: readonly (readonly [string, Part])[]): Bytes {
  return concat(
    ...dataSets.map(([name, value]) => {
      const bytes = concat(value);
      return concat(u8(0x1c, ...name.split(':').map(Number)), be16(bytes.length), bytes);
    }),
  );
}

/** One of Photoshop's image resources; 0x0404 holds IPTC. */
export function imageResource(id: number, data: Uint8Array, name = ''): Bytes {
  const label = concat(u8(name.length), name);
  return concat('8BIM', be16(id), padded(label), be32(data.length), padded(data));
}

/** A PNG text as ImageMagick writes profiles of other formats. */
export function rawProfile(name: string, data: Uint8Array): Bytes {
  const lines = Buffer.from(data)
    .toString('hex')
    .replaceAll(/.{72}/g, (line) => `${line}\n`);
  return concat(`\n${name}\n${String(data.length).padStart(8)}\n${lines}\n`);
}

export interface SamsungValue {
  name: string;
  value: Part;
  /** Default 0x0a01. */
  type?: number;
}

/** The trailer that phones of Samsung write after a picture. */
export function samsungTrailer(...values: readonly SamsungValue[]): Bytes {
  const blocks = values.map(({ name, value, type = 0x0a01 }) =>
    concat(le16(0, type), le32(concat(name).length), name, value),
  );
  let back = blocks.reduce((sum, block) => sum + block.length, 0);
  const entries = blocks.map((block, index) => {
    const entry = concat(le16(0, values[index]?.type ?? 0x0a01), le32(back, block.length));
    back -= block.length;
    return entry;
  });
  const directory = concat('SEFH', le32(101, entries.length), ...entries);
  return concat(...blocks, directory, le32(directory.length), 'SEFT');
}

function padded(bytes: Uint8Array): Bytes {
  return concat(bytes, bytes.length % 2 === 0 ? [] : [0]);
}
