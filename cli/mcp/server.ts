import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { JobProgress } from '../../client/types.ts';
import { jobStatuses } from '../../lib/api/job-statuses.ts';
import { maxFilesOfJob } from '../../lib/api/limits.ts';
import { canonicalFormat, extractNames, formats } from '../../lib/conversions/formats.ts';
import { version } from '../../packaging/version.ts';
import { failureOf, type Words } from '../failure.ts';
import type { OptionSchemas } from '../option-rows.ts';
import { endingOf } from '../outputs.ts';
import type { Backend, Source, Task } from '../task.ts';
import { isText, keepResults, type StoredResult } from './results.ts';
import type { Place, Roots } from './roots.ts';
import { planOf, steps } from './steps.ts';

/** Longer text is a resource, so that it does not fill the context of a model. About 4,000 tokens. */
const maxInlineCharacters = 16_000;

const document = {
  path: z.string().optional().describe('Path of the document, inside the allowed folders'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public URL of the document, instead of path'),
};
const common = {
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Options of the conversion. The tool formats lists them for a pair of from and to'),
  output_path: z
    .string()
    .optional()
    .describe('Also writes the result to this path, inside the allowed folders. The file must not exist yet'),
};

/** What convert and extract return in addition to the content. */
const resultFields = {
  name: z.string().describe('Name of the result'),
  mime_type: z.string(),
  size_bytes: z.int(),
  pages: z.int().nullable().describe('Number of pages; null if the format has none'),
  warnings: z.array(z.string()).describe('What the result lost or changed'),
  uri: z.string().describe('URI of the resource with the content'),
  output_path: z.string().optional().describe('Path of the file that was written'),
};

const jobRow = z.object({
  job_id: z.string(),
  status: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  filename: z.string().nullable().describe('Name of the document'),
  created_at: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const row = z.object({ operation: z.enum(['convert', 'extract']), to: z.string() });

const toolWords: Words = [
  [/Send one file, or choose a target with several_files\..*$/, 'Convert each file separately.'],
  [/GET \/formats lists all formats\./, `Formats: ${Object.keys(formats).join(', ')}.`],
  [/GET \/formats lists/g, 'The tool formats lists'],
  [/^file_url: /, 'url: '],
  [/^file_ids?: /, ''],
  [/Upload the file instead and send its file_id\./, 'Download the file and pass its path.'],
];

const textOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** A result for programs, and as text for clients that do not read it. */
const structured = (value: Record<string, unknown>): CallToolResult => ({
  ...textOf(JSON.stringify(value)),
  structuredContent: value,
});

type Call = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Reports the progress of a job to a client that asked for it. A client that no longer listens misses nothing. */
const progressOf = ({ _meta, sendNotification }: Call): ((progress: JobProgress) => void) => {
  const progressToken = _meta?.progressToken;
  let last = 0;
  return ({ done, total, unit }) => {
    // The protocol requires that progress increases.
    if (progressToken === undefined || done <= last) return;
    last = done;
    const message = `${done}${total === null ? '' : ` of ${total}`} ${unit}`;
    const params = { progressToken, progress: done, ...(total === null ? {} : { total }), message };
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
};

/** The schemas of options by name, without the types that their values imply, so that they take less of a model's context. */
const conciseOptions = ({ properties = {} }: OptionSchemas): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { type, ...schema }]) => [
      name,
      schema.enum === undefined ? { type, ...schema } : schema,
    ]),
  );

/** Runs a tool. An error becomes a result that the model can read. */
const guarded = async (call: () => Promise<CallToolResult>): Promise<CallToolResult> => {
  try {
    return await call();
  } catch (error) {
    // Plain errors come from this folder, in words for the model.
    const isPlain = error instanceof Error && error.constructor === Error;
    return { ...textOf(isPlain ? error.message : failureOf(error, toolWords).message), isError: true };
  }
};

const contentOf = ({ uri, mimeType, bytes }: StoredResult) =>
  isText(mimeType)
    ? { uri, mimeType, text: new TextDecoder().decode(bytes) }
    : { uri, mimeType, blob: Buffer.from(bytes).toString('base64') };

/** Creates the MCP server: the tools convert, extract, formats and, with a service, jobs; results are resources. */
export const createMcpServer = (backend: Backend, roots: Roots): McpServer => {
  const server = new McpServer(
    { name: 'docforge', version },
    {
      instructions:
        'Converts documents and extracts their content. Text up to 16,000 characters is returned at once; read the resource of a longer result only if you need it.',
    },
  );
  const results = keepResults();

  const sourceOf = async (path: string | undefined, url: string | undefined): Promise<Source> => {
    if ((path === undefined) === (url === undefined)) throw new Error('Pass either "path" or "url".');
    if (url !== undefined) return { kind: 'url', url };
    return { kind: 'bytes', ...(await roots.read(path ?? '')) };
  };

  const perform = async (task: Task, outputPath: string | undefined, call: Call): Promise<CallToolResult> => {
    const place = outputPath === undefined ? undefined : await roots.place(outputPath);
    try {
      return await performAt(task, place, call);
    } finally {
      await place?.close();
    }
  };

  const performAt = async (task: Task, place: Place | undefined, call: Call): Promise<CallToolResult> => {
    const { operation, sources, target } = task;
    const [first] = sources;
    if (first === undefined) throw new Error('Pass at least one document.');
    const result = await backend.run(task, { signal: call.signal, onProgress: progressOf(call) });
    const bytes = await result.read();
    await place?.write(bytes);
    const source = first.kind === 'bytes' ? first.name : 'document';
    const ending = endingOf(operation, target, result.extension);
    const stored = results.add(`${source.replace(/\.[^.]*$/, '')}.${ending}`, result, bytes);
    server.sendResourceListChanged();
    const { mimeType, pages, warnings } = result;
    const summary = [
      `${stored.name}: ${bytes.length} bytes, ${mimeType}${pages === null ? '' : `, ${pages} page${pages === 1 ? '' : 's'}`}.`,
      ...(place === undefined ? [] : [`Written to ${place.path}.`]),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n');
    const text = isText(mimeType) ? new TextDecoder().decode(bytes) : undefined;
    const isInline = text !== undefined && text.length <= maxInlineCharacters;
    return {
      content: [
        { type: 'text', text: summary },
        ...(isInline ? [{ type: 'text' as const, text }] : []),
        { type: 'resource_link', uri: stored.uri, name: stored.name, mimeType, size: bytes.length },
      ],
      structuredContent: {
        name: stored.name,
        mime_type: mimeType,
        size_bytes: bytes.length,
        pages,
        warnings: [...warnings],
        uri: stored.uri,
        ...(place === undefined ? {} : { output_path: place.path }),
      },
    };
  };

  server.registerTool(
    'convert',
    {
      title: 'Convert a document',
      outputSchema: resultFields,
      description:
        'Converts a document to another format, such as docx to pdf or pdf to markdown, or combines several files of one format into one result (paths). Pass steps to run several conversions of one document in one call.',
      inputSchema: {
        ...document,
        paths: z
          .array(z.string())
          .min(2)
          .max(maxFilesOfJob)
          .optional()
          .describe('Files to combine into one result, instead of path'),
        to: z
          .string()
          .optional()
          .describe(
            'Target format, such as pdf, markdown, docx, html, xlsx, csv or png. Required unless you pass steps',
          ),
        steps,
        from: z.string().optional().describe('Source format. Default: detected from the content'),
        ...common,
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ path, paths, url, to, steps, from, options, output_path }, call) =>
      guarded(async () => {
        const plan = planOf(to, steps, options);
        if (paths !== undefined && (path ?? url) !== undefined)
          throw new Error('Pass only one of "path", "paths" and "url".');
        const sources =
          paths === undefined
            ? [await sourceOf(path, url)]
            : await Promise.all(paths.map((each) => sourceOf(each, undefined)));
        return perform({ ...plan, sources, from }, output_path, call);
      }),
  );

  server.registerTool(
    'extract',
    {
      title: 'Extract content from a document',
      outputSchema: resultFields,
      description:
        'Extracts content from a document: text, markdown, tables, metadata, images, chunks for search, structured sections, or document, which is a JSON tree of all parts with the page and the box (left, top, right, bottom) of each. Recognizes text in scans.',
      inputSchema: {
        ...document,
        format: z
          .enum(extractNames)
          .default('text')
          .describe('What to extract. document and hocr include boxes'),
        pages: z.string().optional().describe('Pages to read, such as 1-3,7. Default: all'),
        ...common,
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ path, url, format, pages, options = {}, output_path }, call) =>
      guarded(async () => {
        const sources = [await sourceOf(path, url)];
        const all = pages === undefined ? options : { ...options, pages };
        return perform({ operation: 'extract', sources, target: format, options: all }, output_path, call);
      }),
  );

  server.registerTool(
    'formats',
    {
      description:
        'Lists what a format converts to and what can be extracted from it. With to, also returns the JSON Schema of the options.',
      title: 'List formats and options',
      inputSchema: {
        from: z.string().describe('Source format, such as pdf'),
        to: z
          .string()
          .optional()
          .describe('Target format, or what to extract. Adds the options to the result'),
      },
      outputSchema: {
        targets: z.array(row.extend({ options: z.record(z.string(), z.unknown()).optional() })),
      },
      annotations: { readOnlyHint: true },
    },
    ({ from, to }) =>
      guarded(async () => {
        const rows = await backend.formats(from);
        if (to === undefined)
          return structured({
            targets: rows.map(({ operation, to: target }) => ({ operation, to: target })),
          });
        const found = rows.filter((each) => each.to === to || each.to === canonicalFormat(to));
        if (found.length === 0)
          throw new Error(
            `Cannot convert ${from} to ${JSON.stringify(to)}. Leave out "to" to list the targets.`,
          );
        return structured({
          targets: found.map(({ operation, to: target, options }) => ({
            operation,
            to: target,
            options: conciseOptions(options),
          })),
        });
      }),
  );

  const { jobs } = backend;
  if (jobs !== undefined)
    server.registerTool(
      'jobs',
      {
        title: 'List jobs',
        outputSchema: { jobs: z.array(jobRow) },
        description: 'Lists the newest jobs of the account with their status and error.',
        inputSchema: {
          limit: z.int().min(1).max(100).default(20),
          status: z.enum(jobStatuses).optional(),
        },
        annotations: { readOnlyHint: true },
      },
      ({ limit, status }) =>
        guarded(async () => {
          const list = await jobs(limit, status);
          return structured({
            jobs: list.map(({ job_id, status: state, from, to, format, filename, created_at, error }) => ({
              job_id,
              status: state,
              from,
              to: to ?? format ?? null,
              filename: filename ?? null,
              created_at,
              error: error === null ? null : { code: error.code, message: error.message },
            })),
          });
        }),
    );

  server.registerResource(
    'result',
    new ResourceTemplate('docforge://result/{id}', {
      list: () => ({
        resources: results
          .list()
          .map(({ uri, name, mimeType, bytes }) => ({ uri, name, mimeType, size: bytes.length })),
      }),
    }),
    { description: 'Results of convert and extract in this session' },
    ({ href }) => {
      const stored = results.get(href);
      if (stored === undefined) throw new Error(`No result ${href}. Convert the document again.`);
      return { contents: [contentOf(stored)] };
    },
  );

  return server;
};
