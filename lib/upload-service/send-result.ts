import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** Seconds that the rest of a body is discarded after the response: a client that is still sending reads it then. */
const discardSeconds = 30;

/**
 * Sends a result. If the client is still sending its body, the rest is discarded for a while: a connection that is closed at
 * once is reset, and neither the load balancer nor the client would read the response.
 */
export const sendResult = (
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers = {}, body }: APIGatewayProxyResult,
): void => {
  if (response.destroyed) return;
  response.writeHead(statusCode, {
    ...(headers as Record<string, string>),
    'Content-Length': Buffer.byteLength(body),
  });
  const content = request.method === 'HEAD' ? '' : body;
  if (request.complete) {
    response.end(content);
    return;
  }
  response.write(content);
  const timer = setTimeout(() => request.socket.destroy(), discardSeconds * 1000);
  request.once('end', () => response.end());
  request.once('close', () => clearTimeout(timer));
  request.resume();
};
