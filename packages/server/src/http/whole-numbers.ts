import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Numbers of the JSON body that are not written as integers are read as text, which no schema of a number takes. */
    wholeNumbers?: boolean;
  }
}

/** A text of JSON or a number; everything between them is punctuation and words. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Puts numbers with a fraction or an exponent in quotation marks: `100.0` and `1e2` are amounts to a program that rounds, and
 * mistakes where money is meant. Once parsed they could not be told from 100.
 */
function quoteFractions(json: string): string {
  return json.replaceAll(TOKENS, (token) => (!token.startsWith('"') && /[.eE]/.test(token) ? `"${token}"` : token));
}

/** Reads JSON bodies as Fastify does, and in routes that ask for it numbers by their text. */
export function readWholeNumbers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value) => {
      const quoted = error === null && request.routeOptions.config.wholeNumbers === true ? quoteFractions(body) : body;
      if (quoted === body) done(error, value);
      else void parse(request, quoted, done);
    });
  });
}
