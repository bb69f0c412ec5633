/** The names under which a browser reaches the machine that it runs on. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a page of this origin is one of ours. A service that is reached on its own machine goes by several names there:
 * whoever types `localhost` for `127.0.0.1` is at the same place.
 */
export function isOwnOrigin(origin: string, own: string): boolean {
  if (origin === own) return true;
  const [theirs, ours] = [parseOrigin(origin), parseOrigin(own)];
  return (
    theirs !== null &&
    ours !== null &&
    THIS_MACHINE.has(theirs.hostname) &&
    THIS_MACHINE.has(ours.hostname) &&
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port
  );
}

function parseOrigin(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
