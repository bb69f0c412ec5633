import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';

export type { Browser, BrowserContext, Page };

/** The first that is there: the one without a window shows a page in two thirds of the time. */
const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A window onto a site of ours, with what went wrong in it. */
export interface Window {
  page: Page;
  context: BrowserContext;
  /** Errors of the console, uncaught exceptions, dialogs, requests to elsewhere and answers above 399: what a good page has none of. */
  troubles: string[];
}

export interface WindowOptions {
  origin: string;
  language?: 'en' | 'zh-CN';
  scheme?: 'light' | 'dark';
  width?: number;
  /** Default 900. */
  height?: number;
  script?: boolean;
  /** A device with fingers instead of a mouse. */
  touch?: boolean;
}

/** Opens windows; those that are open at the end are closed. */
export type OpenWindow = (options: WindowOptions) => Promise<Window>;

/** The installed Chromium, or null where there is none. */
function findBrowser(): string | null {
  return PROGRAMS.find((path) => existsSync(path)) ?? null;
}

/** A group of tests in a real browser; without one it is one skipped test that says so. */
export function describeWithBrowser(title: string, tests: (open: OpenWindow) => void): void {
  const program = findBrowser();
  describe(title, () => {
    if (program === null) {
      // As with every other tool that the tests use where it is installed; CI installs it.
      it('runs in a browser', (ctx) => ctx.skip('Chromium is absent'));
      return;
    }
    const opened: { browser?: Browser } = {};
    beforeAll(async () => {
      opened.browser = await launch(program);
    });
    afterAll(async () => {
      await opened.browser?.close();
    });
    tests(async (options) => {
      const { browser } = opened;
      if (browser === undefined) throw new Error('the browser is not open yet');
      return await openWindow(browser, options);
    });
  });
}

/** The installed Chromium, or null where there is none. The caller closes it. */
export async function launchBrowser(): Promise<Browser | null> {
  const program = findBrowser();
  return program === null ? null : await launch(program);
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
}

const HEIGHT = 900;

async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const {
    origin,
    language = 'en',
    scheme = 'light',
    width = 1440,
    height = HEIGHT,
    script = true,
    touch = false,
  } = options;
  const settings: BrowserContextOptions = {
    baseURL: origin,
    locale: language,
    colorScheme: scheme,
    viewport: { width, height },
    isMobile: touch,
    hasTouch: touch,
    javaScriptEnabled: script,
    reducedMotion: 'reduce',
  };
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  return { page, context, troubles: watch(page, origin) };
}

function watch(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => void troubles.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) troubles.push(`request to elsewhere: ${url}`);
  });
  return troubles;
}
