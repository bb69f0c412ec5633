/** Half to whole of what is drawn at first, a quarter to two and a half times on demand. */
const SCALE = { min: 0.25, max: 2.5, first: 0.7, step: 1.25 } as const;
/** A pointer that moved less has clicked. */
const CLICK_PX = 5;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Zoom {
  /** Chooses the first scale; it needs the picture to be visible. */
  fitAtFirst(): void;
}

/** Zooms and moves the picture in its frame: buttons, keys, wheel with a modifier, two fingers, dragging. */
export function makeZoom(graph: HTMLElement): Zoom | null {
  const frame = graph.querySelector('.graph-scroll');
  const picture = frame?.querySelector('svg');
  const tools = graph.querySelector('.graph-tools');
  if (!(frame instanceof HTMLElement) || !(tools instanceof HTMLElement) || picture == null) return null;
  const view = new GraphView(frame, picture);
  tools.hidden = false;
  tools.addEventListener('click', ({ target }) => {
    const act = target instanceof HTMLElement ? target.dataset['zoom'] : undefined;
    if (act !== undefined) view.act(act);
  });
  frame.addEventListener('keydown', (event) => {
    const act = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' }[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    view.act(act);
  });
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      view.zoomTo(view.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  followFingers(frame, view);
  frame.addEventListener('scroll', () => view.fade(), { passive: true });
  new ResizeObserver(() => view.fade()).observe(frame);
  return view;
}

class GraphView {
  scale = 1;
  readonly #frame: HTMLElement;
  readonly #picture: SVGSVGElement;
  readonly #size: { width: number; height: number };
  #isFitted = false;

  constructor(frame: HTMLElement, picture: SVGSVGElement) {
    this.#frame = frame;
    this.#picture = picture;
    const { width, height } = picture.viewBox.baseVal;
    this.#size = { width, height };
  }

  fitAtFirst(): void {
    if (this.#isFitted || this.#frame.clientWidth === 0) return;
    this.#isFitted = true;
    this.#draw(Math.min(1, Math.max(SCALE.first, this.#whole())));
    this.#frame.scrollTop = (this.#frame.scrollHeight - this.#frame.clientHeight) / 2;
    this.fade();
  }

  act(act: string): void {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    const middle = { x: left + width / 2, y: top + height / 2 };
    if (act === 'fit') this.zoomTo(this.#whole(), middle);
    else this.zoomTo(act === 'in' ? this.scale * SCALE.step : this.scale / SCALE.step, middle);
  }

  /** What is under the point stays there. */
  zoomTo(scale: number, { x, y }: Point): void {
    const before = this.#picture.getBoundingClientRect();
    const at = { x: (x - before.left) / before.width, y: (y - before.top) / before.height };
    this.#draw(Math.min(SCALE.max, Math.max(SCALE.min, scale)));
    const after = this.#picture.getBoundingClientRect();
    this.moveBy({ x: after.left + at.x * after.width - x, y: after.top + at.y * after.height - y });
    this.fade();
  }

  moveBy({ x, y }: Point): void {
    this.#frame.scrollLeft += x;
    this.#frame.scrollTop += y;
  }

  /** Marks the sides behind which the picture goes on. */
  fade(): void {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = this.#frame;
    classList.toggle('more-left', scrollLeft > 1);
    classList.toggle('more-right', scrollLeft + clientWidth < scrollWidth - 1);
    classList.toggle('more-top', scrollTop > 1);
    classList.toggle('more-bottom', scrollTop + clientHeight < scrollHeight - 1);
  }

  #whole(): number {
    const { clientWidth, clientHeight } = this.#frame;
    return Math.min(1, clientWidth / (this.#size.width + 32), clientHeight / (this.#size.height + 32));
  }

  #draw(scale: number): void {
    this.scale = scale;
    this.#picture.setAttribute('width', String(this.#size.width * scale));
    this.#picture.setAttribute('height', String(this.#size.height * scale));
  }
}

/** Two fingers zoom; a mouse moves the picture, while one finger scrolls it as the browser does. */
function followFingers(frame: HTMLElement, view: GraphView): void {
  const fingers = new Map<number, Point>();
  let moved = 0;
  frame.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.set(event.pointerId, pointOf(event));
    moved = 0;
  });
  frame.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) view.zoomTo((view.scale * distance(now, other)) / distance(before, other), other);
    else if (event.pointerType === 'mouse') view.moveBy({ x: before.x - now.x, y: before.y - now.y });
    moved += distance(before, now);
    fingers.set(event.pointerId, now);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    frame.addEventListener(end, ({ pointerId }) => void fingers.delete(pointerId));
  }
  // Links can be dragged themselves; here that moves the picture, and follows no link.
  frame.addEventListener('dragstart', (event) => event.preventDefault());
  frame.addEventListener(
    'click',
    (event) => {
      if (moved > CLICK_PX) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

/** Never nothing, since it divides. */
function distance(one: Point, other: Point): number {
  return Math.max(1e-3, Math.hypot(one.x - other.x, one.y - other.y));
}
