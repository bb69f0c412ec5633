interface AnnouncerOptions {
  /** Puts the text where a screen reader finds it. */
  write(text: string): void;
  later(ms: number, work: () => void): void;
  /** Stands for the texts between the first and the last when there are too many. */
  summary(): string;
}

/** Long enough for what happens at once to be said at once. */
const PAUSE_MS = 700;
const AT_ONCE = 3;

/** Says aloud what changes, without talking for minutes when twenty files are done in the same second. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #waiting: string[] = [];

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  say(text: string): void {
    if (this.#waiting.push(text) === 1) this.#options.later(PAUSE_MS, () => this.#speak());
  }

  #speak(): void {
    const texts = this.#waiting;
    this.#waiting = [];
    this.#options.write((texts.length > AT_ONCE ? [this.#options.summary(), texts.at(-1)] : texts).join(' '));
  }
}
