/** The names under which a browser reaches its own machine. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether this origin is one of ours. A service that is reached on its own machine has several names there: `localhost` and
 * `127.0.0.1` are the same place.
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
