/**
 * Path of a module that runs on its own (a thread, a process): beside this one in a bundle; in the package's `dist` when the
 * sources are run directly.
 */
export function moduleBeside(name: string): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `../../dist/${name}.js` : `./${name}.js`, import.meta.url);
}
