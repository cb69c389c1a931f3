import type { Behaviour } from '../template/front.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { endAnswer } from './end-answer.ts';
import type { Serve } from './serve-api.ts';
import { createSite, patternOf } from './site.ts';
import { createViewerRequest, type ViewerResponse, withHeaders } from './viewer-request.ts';

/** What answers the requests of a front besides its files. */
type Origins = {
  readonly api: Serve;
  /** The API's stage. */
  readonly stage: string;
  /** Returns the container behind the load balancer with this domain name. */
  readonly container: (loadBalancer: string) => Serve;
};

/** Responds like a CloudFront distribution: finds the behaviour of a path, runs its function and asks its origin. */
export function createFront(behaviours: readonly Behaviour[], origins: Origins): Serve {
  const served = behaviours.map((behaviour) => ({
    matches: patternOf(behaviour.pathPattern),
    serve: createBehaviour(behaviour, origins),
  }));
  return async (request, response, call) => {
    await served.find(({ matches }) => matches(call.path))?.serve(request, response, call);
  };
}

function createBehaviour(behaviour: Behaviour, origins: Origins): Serve {
  const { originHeaders, responseHeaders, viewerRequestCode } = behaviour;
  const run = createViewerRequest(viewerRequestCode);
  const serve = createOrigin(behaviour, origins);
  return async (request, response, call) => {
    const { method, path: uri, rawHeaders, sourceIp: ip } = call;
    const result = run({ method, uri, rawHeaders, ip });
    // A header of the same name in the answer replaces it.
    for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value);
    if ('statusCode' in result) {
      return endAnswer(request, response, answerOf(result));
    }
    await serve(request, response, {
      ...call,
      path: result.uri,
      stagePath: result.uri,
      rawHeaders: withHeaders(result.rawHeaders, originHeaders),
    });
  };
}

function createOrigin({ origin, responseHeaders }: Behaviour, { api, stage, container }: Origins): Serve {
  if (origin.kind === 'container') return container(origin.loadBalancer);
  if (origin.kind === 'site') {
    const site = createSite({ headers: responseHeaders, deployments: origin.deployments });
    return async (request, response, call) => endAnswer(request, response, site(call));
  }
  return origin.path === '' ? belowStage(api, stage) : api;
}

/** Serves an API whose paths start with the stage. */
function belowStage(api: Serve, stage: string): Serve {
  const prefix = `/${stage}/`;
  return (request, response, call: Call) =>
    api(request, response, {
      ...call,
      path: call.path.startsWith(prefix) ? call.path.slice(prefix.length - 1) : call.path,
    });
}

function answerOf({ statusCode, headers, body }: ViewerResponse): Answer {
  return {
    statusCode,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: Buffer.from(body),
  };
}
