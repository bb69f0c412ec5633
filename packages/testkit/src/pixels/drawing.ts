import { fractions } from './fractions.ts';
import { decodePicture } from './codecs.ts';
import type { Picture } from './picture.ts';

/** A page of signs in lines, as text is, of smooth strokes; it needs no font. */
export function textPage(width: number, height: number, seed: number): Promise<Picture> {
  const random = fractions(seed);
  const strokes: string[] = [];
  for (let y = 20; y < height - 20;) {
    const size = 9 + Math.floor(random() * 12);
    for (let x = 20; x < width - size; x += size * 0.7) {
      if (random() < 0.15) continue;
      const point = (): string => `${x + random() * size * 0.6} ${y + random() * size}`;
      strokes.push(`M${point()} Q${point()} ${point()} T${point()}`);
    }
    y += size * 1.6;
  }
  return render(width, height, `<path d="${strokes.join(' ')}" fill="none" stroke="#222" stroke-width="1.3"/>`);
}

/** Panels with round corners, as the screen of a program has. */
export function userInterface(width: number, height: number, seed: number): Promise<Picture> {
  const random = fractions(seed);
  const panels = Array.from({ length: 70 }, () => {
    const [x, y] = [Math.floor(random() * width * 0.9), Math.floor(random() * height * 0.9)];
    const [w, h] = [Math.floor(20 + random() * 200), Math.floor(10 + random() * 90)];
    const colour = `hsl(${Math.floor(random() * 360)},40%,${Math.floor(30 + random() * 60)}%)`;
    const corner = Math.floor(random() * 10);
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${corner}" fill="${colour}" stroke="#333"/>
      <circle cx="${x + w}" cy="${y + 5}" r="${3 + random() * 9}" fill="#c33"/>`;
  });
  return render(width, height, panels.join(''));
}

function render(width: number, height: number, content: string): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`;
  return decodePicture(Buffer.from(svg));
}
