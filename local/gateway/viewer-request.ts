import { createContext, Script } from 'node:vm';
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '../template/json.ts';

/** The part of a request that a CloudFront function reads and changes. */
type ViewerRequest = {
  readonly method: string;
  readonly uri: string;
  /** Names and values in turn, as the client sent them. */
  readonly rawHeaders: readonly string[];
  /** The client's IP address. */
  readonly ip: string;
};

/** A response of a function, in place of one of the origin. */
export type ViewerResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The changed request, or a response in its place. */
type ViewerResult = { readonly uri: string; readonly rawHeaders: readonly string[] } | ViewerResponse;

/**
 * Ends a CloudFront function that never returns. CloudFront allows less than 1 ms of CPU time; this is wall-clock time,
 * and a busy machine may pause the process for long.
 */
const functionMilliseconds = 2_000;

/** Runs the CloudFront function of a behaviour for one request. */
type RunViewerRequest = (request: ViewerRequest) => ViewerResult;

/**
 * Creates a function that runs a CloudFront function for viewer requests. Without code it returns the request.
 *
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export function createViewerRequest(code: string | undefined): RunViewerRequest {
  if (code === undefined) return ({ uri, rawHeaders }) => ({ uri, rawHeaders });
  // Creating a context takes longer than running the function, so all requests share one.
  const context = createContext({ event: '' });
  new Script(code).runInContext(context);
  const script = new Script('JSON.stringify(handler(JSON.parse(event)));');
  return ({ method, uri, rawHeaders, ip }) => {
    const request = { method, uri, querystring: {}, headers: toMembers(rawHeaders), cookies: {} };
    const event = JSON.stringify({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip },
      request,
    });
    context.event = event;
    const result: Json = JSON.parse(script.runInContext(context, { timeout: functionMilliseconds }));
    if (!isRecord(result)) return { uri, rawHeaders };
    if (result.statusCode !== undefined) {
      const headers = Object.entries(recordOf(result.headers)).map(([name, header]) => [
        name,
        textOf(recordOf(header).value) ?? '',
      ]);
      const body = textOf(recordOf(result.body).data) ?? '';
      return { statusCode: Number(result.statusCode), headers: Object.fromEntries(headers), body };
    }
    return { uri: textOf(result.uri) ?? uri, rawHeaders: fromMembers(recordOf(result.headers), rawHeaders) };
  };
}

/** Returns headers by lower-case name, in CloudFront's form. */
function toMembers(rawHeaders: readonly string[]): Record<string, JsonRecord> {
  const members: Record<string, JsonRecord> = Object.create(null);
  for (const [name, value] of pairsOf(rawHeaders)) {
    const values = [...valuesOf(members[name.toLowerCase()]), value].map((each) => ({ value: each }));
    members[name.toLowerCase()] =
      values.length > 1 ? { value: values[0]?.value ?? '', multiValue: values } : { value };
  }
  return members;
}

function valuesOf(member: Json | undefined): string[] {
  const { multiValue, value } = recordOf(member);
  if (multiValue === undefined) return value === undefined ? [] : [textOf(value) ?? ''];
  return listOf(multiValue).map((each) => textOf(recordOf(each).value) ?? '');
}

/** Returns the headers of a result, with the client's case for those that it sent. */
function fromMembers(members: JsonRecord, given: readonly string[]): string[] {
  const sent = new Map(pairsOf(given).map(([name]) => [name.toLowerCase(), name]));
  return Object.entries(members).flatMap(([name, member]) =>
    valuesOf(member).flatMap((value) => [sent.get(name) ?? name, value]),
  );
}

/** Returns raw headers as pairs of a name and a value. */
export function pairsOf(rawHeaders: readonly string[]): (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
}

/** Returns raw headers in which these ones replace those of the same name. */
export function withHeaders(
  rawHeaders: readonly string[],
  added: Readonly<Record<string, string>>,
): readonly string[] {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = pairsOf(rawHeaders).filter(([name]) => !names.has(name.toLowerCase()));
  return [...kept, ...Object.entries(added)].flat();
}
