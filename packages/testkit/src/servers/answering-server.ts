import { createServer, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from './loopback.ts';
import { readRequest } from './read-request.ts';

/** A request as such a server sees it. */
export interface SeenRequest {
  /** Value of the header `Content-Type`. */
  contentType: string;
  accept: string;
  body: Uint8Array;
}

export interface AnsweringServer extends RunningServer {
  /** In order of arrival. */
  readonly requests: readonly SeenRequest[];
}

/** Starts a server on a loopback port that keeps what it is sent and answers with `answer`, whose failures `close` tells. */
export async function startAnsweringServer(
  answer: (body: Uint8Array, response: ServerResponse) => Promise<void>,
): Promise<AnsweringServer> {
  const requests: SeenRequest[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    const { 'content-type': contentType = '', accept = '' } = request.headers;
    readRequest(request)
      .then((body) => {
        requests.push({ contentType, accept, body });
        return answer(body, response);
      })
      .catch((error: unknown) => failures.push(error));
  });
  return { ...(await listen(server, 'http', failures)), requests };
}
