/** What the text of a browser says of itself, the more telling word first: most call themselves by the names of others too. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:MQ|QQ)Browser\//, 'QQ Browser'],
  [/\bUC?Browser\//, 'UC Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bOpenHarmony\b|\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser and where it runs; null when the text names no browser that is known. */
export interface Device {
  readonly browser: string;
  readonly system: string | null;
}

export function deviceOf(userAgent: string): Device | null {
  const browser = nameIn(BROWSERS, userAgent);
  return browser === null ? null : { browser, system: nameIn(SYSTEMS, userAgent) };
}

function nameIn(table: typeof BROWSERS, text: string): string | null {
  return table.find(([sign]) => sign.test(text))?.[1] ?? null;
}
