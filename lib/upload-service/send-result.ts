import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** Seconds that the rest of a body is discarded after the response: a client that is still sending reads it then. */
const discardSeconds = 30;

/**
 * Sends a result. If the client is still sending its body, the connection ends only after a while: closing it at once would
 * reset it, and neither the load balancer nor the client would read the response.
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
  response.end(request.method === 'HEAD' ? undefined : body);
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), discardSeconds * 1000);
  request.once('close', () => clearTimeout(timer));
  request.resume();
};
