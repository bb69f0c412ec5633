import type { FastifyInstance } from 'fastify';

/** The order in which callers see them. */
const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods of a path, in the form of the header `Allow`; undefined when there is no such path. */
export type PathMethods = (path: string) => string | undefined;

interface Pattern {
  readonly shape: RegExp;
  readonly methods: Set<string>;
}

/** Collects the routes added to the application from now on. The router itself answers for one method only. */
export function collectPathMethods(app: FastifyInstance, parameterCharacters: number): PathMethods {
  const patterns = new Map<string, Pattern>();
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = patterns.get(url) ?? { shape: shapeOf(url, parameterCharacters), methods: new Set<string>() };
    patterns.set(url, pattern);
    for (const name of [method].flat()) pattern.methods.add(name);
  });
  return (path) => {
    const found = new Set(
      [...patterns.values()].flatMap(({ shape, methods }) => (shape.test(path) ? [...methods] : [])),
    );
    const listed = ORDER.filter((method) => found.has(method));
    return listed.length === 0 ? undefined : [...listed, 'OPTIONS'].join(', ');
  };
}

/** `/things/:id` as an expression, with the router's own limit on the length of parameters. */
function shapeOf(url: string, parameterCharacters: number): RegExp {
  const [first = '', ...rest] = url.split(/:\w+/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${[first, ...rest].join(`[^/]{1,${parameterCharacters}}`)}$`);
}
