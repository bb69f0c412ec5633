import type { BrowserContext } from '@revera/testkit/browser';

/** What a walk through the site cost the person who took it. */
export interface JourneyCost {
  /** Pointers that went down on anything, and what the test counted of acts outside the page. */
  taps: number;
  /** Fields that were filled in. */
  fields: number;
  /** Including everything that the test itself looks at on the way. */
  seconds: number;
}

export interface JourneyClock {
  /** An act that no page sees: opening a mail's link, choosing in the picker of the system. */
  act(): void;
  /** Prints the figures, for docs/journeys.md, and answers them. */
  end(name: string): JourneyCost;
}

const REPORT = 'reveraJourney';
const MILLISECONDS = 1_000;

/** Counts what a person does in the pages of a window, by their own events; to be called before the first page. */
export async function startJourney(context: BrowserContext): Promise<JourneyClock> {
  const counts = { tap: 0, field: 0 };
  const beganMs = performance.now();
  await context.exposeFunction(REPORT, (kind: keyof typeof counts) => {
    counts[kind] += 1;
  });
  // A script may press buttons by itself; only what a person does is trusted.
  await context.addInitScript(`
    addEventListener('pointerdown', (event) => { if (event.isTrusted) void window.${REPORT}('tap'); }, true);
    addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type !== 'file') void window.${REPORT}('field');
    }, true);
  `);
  return {
    act: () => {
      counts.tap += 1;
    },
    end: (name) => {
      const seconds = (performance.now() - beganMs) / MILLISECONDS;
      const cost = { taps: counts.tap, fields: counts.field, seconds };
      console.info(`journey ${name}: ${cost.taps} taps, ${cost.fields} fields, ${seconds.toFixed(1)} s`);
      return cost;
    },
  };
}
