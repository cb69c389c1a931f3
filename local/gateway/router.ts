import type { Integration, Route } from '../template/routes.ts';

/** The route of a request. `parameters` are percent-decoded once, as in REST APIs. */
export type Match = {
  readonly resource: string;
  readonly integration: Integration;
  readonly parameters: Readonly<Record<string, string>>;
};

/** The result of a lookup: a route, no route (a missing token for API Gateway), or a path that cannot be decoded. */
type Routing = Match | 'unknown' | 'malformed';

/** The methods that ANY matches. */
const anyMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

type Node = {
  readonly literals: Map<string, Node>;
  variable: { readonly name: string; readonly node: Node } | undefined;
  greedy: { readonly name: string; readonly node: Node } | undefined;
  readonly methods: Map<string, Route>;
};

/**
 * Creates a router. A literal segment wins over `{id}`, `{id}` over `{proxy+}`, a method over ANY.
 *
 * Splits the path before it decodes the segments: an encoded slash is part of its parameter, and `.` and `..` are ordinary
 * segments. Ignores one trailing slash.
 */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Routing {
  const root = createNode();
  for (const route of routes) insert(root, route);
  return (method, path) => {
    const segments = path.split('/').slice(1);
    if (segments.at(-1) === '') segments.pop();
    const parameters: Record<string, string> = Object.create(null);
    try {
      const route = find(root, segments, method, parameters);
      if (route === undefined) return 'unknown';
      return { resource: route.path, integration: route.integration, parameters };
    } catch (error) {
      if (error instanceof URIError) return 'malformed';
      throw error;
    }
  };
}

function find(
  node: Node,
  segments: readonly string[],
  method: string,
  parameters: Record<string, string>,
): Route | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return methodOf(node, method);
  const decoded = decodeURIComponent(segment);
  const literal = node.literals.get(decoded);
  const found = literal && find(literal, rest, method, parameters);
  if (found) return found;
  if (node.variable && segment !== '') {
    const route = find(node.variable.node, rest, method, parameters);
    if (route) {
      parameters[node.variable.name] = decoded;
      return route;
    }
  }
  if (node.greedy) {
    const route = methodOf(node.greedy.node, method);
    if (route) {
      parameters[node.greedy.name] = segments.map(decodeURIComponent).join('/');
      return route;
    }
  }
  return undefined;
}

function methodOf({ methods }: Node, method: string): Route | undefined {
  return methods.get(method) ?? (anyMethods.has(method) ? methods.get('ANY') : undefined);
}

function insert(root: Node, route: Route): void {
  let node = root;
  for (const part of route.path.split('/').filter((segment) => segment !== '')) {
    const variable = /^\{([^+}]+)(\+?)\}$/.exec(part);
    if (variable === null) {
      const next: Node = node.literals.get(part) ?? createNode();
      node.literals.set(part, next);
      node = next;
      continue;
    }
    const name = variable[1] ?? '';
    if (variable[2] === '+') {
      node.greedy ??= { name, node: createNode() };
      node = node.greedy.node;
    } else {
      node.variable ??= { name, node: createNode() };
      node = node.variable.node;
    }
  }
  node.methods.set(route.method, route);
}

function createNode(): Node {
  return { literals: new Map(), variable: undefined, greedy: undefined, methods: new Map() };
}
