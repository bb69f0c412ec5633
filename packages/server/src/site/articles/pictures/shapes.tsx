import type { ComponentChildren } from 'preact';

/** All drawings are this wide, so that their texts can be read on a phone. */
export const WIDTH = 420;

interface BoxProps {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
  /** How it is drawn: what matters most, what is missing. */
  look?: 'plain' | 'strong' | 'missing';
  isCode?: boolean;
}

/** A box with a text in its middle. */
export function Box({ x, y, width, height, text, look = 'plain', isCode = false }: BoxProps) {
  return (
    <>
      <rect class={`box box-${look}`} x={x} y={y} width={width} height={height} rx={6} />
      <Label x={x + width / 2} y={y + height / 2} isMiddle isCode={isCode} isSoft={look === 'missing'}>
        {text}
      </Label>
    </>
  );
}

interface LabelProps {
  x: number;
  /** Of the middle of the line. */
  y: number;
  isMiddle?: boolean;
  isCode?: boolean;
  isSoft?: boolean;
  children: ComponentChildren;
}

export function Label({ x, y, isMiddle = false, isCode = false, isSoft = false, children }: LabelProps) {
  const look = [isCode ? 'code-text' : '', isSoft ? 'soft-text' : ''].filter((name) => name !== '').join(' ');
  return (
    <text x={x} y={y + 5} text-anchor={isMiddle ? 'middle' : 'start'} class={look === '' ? undefined : look}>
      {children}
    </text>
  );
}

/** From one point to another, with its head at the end; upright or level. */
export function Arrow({ from: [x1, y1], to: [x2, y2] }: { from: [number, number]; to: [number, number] }) {
  const [alongX, alongY] = [Math.sign(x2 - x1) * 7, Math.sign(y2 - y1) * 7];
  const [acrossX, acrossY] = [alongY === 0 ? 0 : 4, alongX === 0 ? 0 : 4];
  const head = `${x2},${y2} ${x2 - alongX + acrossX},${y2 - alongY + acrossY} ${x2 - alongX - acrossX},${y2 - alongY - acrossY}`;
  return (
    <>
      <line class="arrow" x1={x1} y1={y1} x2={x2 - alongX} y2={y2 - alongY} />
      <polygon class="arrow-head" points={head} />
    </>
  );
}
