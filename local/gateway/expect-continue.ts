import type { IncomingMessage, ServerResponse } from 'node:http';

/** Returns whether the client waits for `100 Continue` before it sends its body. */
export function asksToContinue(request: IncomingMessage): boolean {
  return request.headers.expect?.toLowerCase() === '100-continue';
}

/** Asks the client to send its body. */
export function sendContinue(response: ServerResponse): void {
  response.writeContinue();
  response.removeHeader('connection');
}
