/** The client went away before it had an answer: nobody is left to tell, and nothing is wrong with the service. */
export class ClientClosedError extends Error {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('the client closed the connection');
  }
}
