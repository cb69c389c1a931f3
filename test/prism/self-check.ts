import type { Prism } from './prism.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

/** A value that no schema of a JSON response of this document accepts: all of them are objects. */
const wrong = Buffer.from('[42]');

/**
 * Proves that Prism compiles the schema of every described JSON response: it ignores one that it cannot compile.
 *
 * @throws Error with the responses of which Prism accepts a wrong body
 */
export const assertPrismChecks = async (document: Json, prism: Prism): Promise<void> => {
  const ignored: string[] = [];
  for (const [template, operations] of Object.entries<Json>(document.paths))
    for (const [method, { responses }] of Object.entries<Json>(operations))
      for (const [status, { content = {} }] of Object.entries<Json>(responses ?? {}))
        for (const type of Object.keys(content).filter((each) => each.endsWith('json'))) {
          const verdict = await prism({
            method: method.toUpperCase(),
            path: template.replaceAll(/\{\w+\}/g, 'x'),
            requestHeaders: {},
            requestBody: Buffer.of(),
            status: Number(status),
            responseHeaders: { 'content-type': type },
            responseBody: wrong,
          });
          const isFound =
            verdict.kind === 'checked' && verdict.violations.some((each) => each.startsWith('response.body'));
          if (!isFound) ignored.push(`${method} ${template} ${status} ${type}: ${JSON.stringify(verdict)}`);
        }
  if (ignored.length > 0) throw new Error(`Prism ignores the schema of:\n${ignored.join('\n')}`);
};
