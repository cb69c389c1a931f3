import type * as z from 'zod';
import type { DocumentTree } from '../document/document-tree.ts';
import type { ExtractFormat, Format } from '../formats.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { documentContent, fileContent, workbookContent } from './content.ts';
import type { Edge, Engine, EngineOutput } from './engine.ts';
import {
  type ConvertRequest,
  completeOutput,
  createEngine,
  type EngineFacts,
  type FileResult,
  fileOutput,
  oneOf,
  type Produced,
  type ReadRequest,
  type RoleRequest,
  targetsOf,
  type WriteRequest,
} from './role.ts';

/** A document that an engine produced. Reported pages default to those of the document. */
export type DocumentResult = Produced<'tree', DocumentTree>;

/** A workbook that an engine produced. */
export type WorkbookResult = Produced<'workbook', Workbook>;

/** The output for a document, checked and completed. */
async function documentOutput({ tree, incomplete, ...report }: DocumentResult): Promise<EngineOutput> {
  const { completeDocument } = await import('../document/complete-document.ts');
  const { tree: content, warnings } = await completeDocument(tree);
  const all = [...(report.warnings ?? []), ...warnings];
  return completeOutput(
    {
      content,
      report: { pages: tree.page_count, ...report, ...(all.length === 0 ? {} : { warnings: all }) },
    },
    incomplete,
  );
}

const workbookOutput = ({ workbook, incomplete, ...report }: WorkbookResult) =>
  completeOutput({ content: workbook, report }, incomplete);

/** Creates an engine that reads files into documents. */
export function documentReader<
  Options extends z.ZodObject,
  const From extends Format,
  const To extends Format = never,
  const Extract extends ExtractFormat = never,
>(
  role: EngineFacts<Options> & {
    readonly from: readonly From[];
    /** See {@link Edge}. */
    readonly loss?: number;
    readonly read: (
      bytes: Uint8Array,
      request: ReadRequest<Options, NoInfer<From>>,
    ) => Promise<DocumentResult>;
    /** Targets that the engine writes directly, because going through a document would lose content or take longer. */
    readonly direct?: {
      readonly to?: readonly To[];
      readonly extracts?: readonly Extract[];
      readonly write: (
        bytes: Uint8Array,
        request: ConvertRequest<Options, NoInfer<From>, NoInfer<To | Extract>>,
      ) => Promise<FileResult>;
    };
  },
): Engine {
  const { from: formats, loss, read, direct, ...facts } = role;
  const cost = loss === undefined ? {} : { loss };
  const edges = formats.flatMap((from): Edge[] => [
    ...targetsOf(direct?.to, direct?.extracts).map((target): Edge => ({ from, ...target, ...cost })),
    { from, operation: 'read', to: 'document', ...cost },
  ]);
  return createEngine(facts, edges, async (content, request) => {
    const bytes = fileContent(content);
    const from = oneOf(formats, request.from);
    if (direct === undefined || request.operation === 'read')
      return documentOutput(await read(bytes, { ...request, from }));
    const to = oneOf([...(direct.to ?? []), ...(direct.extracts ?? [])], request.to);
    return fileOutput(await direct.write(bytes, { ...request, from, to }));
  });
}

/** Creates an engine that reads files into workbooks. */
export function workbookReader<Options extends z.ZodObject, const From extends Format>(
  role: EngineFacts<Options> & {
    readonly from: readonly From[];
    readonly read: (
      bytes: Uint8Array,
      request: ReadRequest<Options, NoInfer<From>>,
    ) => Promise<WorkbookResult>;
  },
): Engine {
  const { from: formats, read, ...facts } = role;
  const edges = formats.map((from): Edge => ({ from, operation: 'read', to: 'workbook' }));
  return createEngine(facts, edges, async (content, request) =>
    workbookOutput(await read(fileContent(content), { ...request, from: oneOf(formats, request.from) })),
  );
}

/** Creates an engine that writes documents to files. Reported pages default to those of the document. */
export function documentWriter<
  Options extends z.ZodObject,
  const To extends Format = never,
  const Extract extends ExtractFormat = never,
>(
  role: EngineFacts<Options> & {
    readonly to?: readonly To[];
    readonly extracts?: readonly Extract[];
    readonly write: (
      tree: DocumentTree,
      request: WriteRequest<Options, NoInfer<To | Extract>>,
    ) => Promise<FileResult>;
  },
): Engine {
  const { to: formats = [], extracts = [], write, ...facts } = role;
  const edges = targetsOf(formats, extracts).map((target): Edge => ({ from: 'document', ...target }));
  return createEngine(facts, edges, async (content, request) => {
    const tree = documentContent(content);
    const to = oneOf([...formats, ...extracts], request.to);
    return fileOutput(await write(tree, { ...request, to }), tree.page_count);
  });
}

/** Creates an engine that writes workbooks to files. */
export function workbookWriter<Options extends z.ZodObject, const To extends Format>(
  role: EngineFacts<Options> & {
    readonly to: readonly To[];
    readonly write: (workbook: Workbook, request: WriteRequest<Options, NoInfer<To>>) => Promise<FileResult>;
  },
): Engine {
  const { to: formats, write, ...facts } = role;
  const edges = targetsOf(formats).map((target): Edge => ({ from: 'workbook', ...target }));
  return createEngine(facts, edges, async (content, request) => {
    const to = oneOf(formats, request.to);
    return fileOutput(await write(workbookContent(content), { ...request, to }));
  });
}

/** A source and a target of a file converter. */
interface FormatPair {
  readonly from: Format;
  readonly to: Format;
  /** See {@link Edge}. */
  readonly isBridge?: true;
}

/** Every source with every target. */
export function pairs<const From extends Format, const To extends Format>(
  from: readonly From[],
  to: readonly To[],
): { readonly from: From; readonly to: To }[] {
  return from.flatMap((source) => to.map((target) => ({ from: source, to: target })));
}

/** Creates an engine that converts files to files without a hub. */
export function fileConverter<Options extends z.ZodObject, const Pair extends FormatPair>(
  role: EngineFacts<Options> & {
    readonly pairs: readonly Pair[];
    /** See {@link Edge}. */
    readonly loss?: number;
    /** See {@link Edge}. */
    readonly takesSeveral?: true;
    readonly convert: (
      bytes: Uint8Array,
      request: ConvertRequest<Options, NoInfer<Pair['from']>, NoInfer<Pair['to']>>,
    ) => Promise<FileResult>;
  },
): Engine {
  const { pairs: known, loss, takesSeveral, convert, ...facts } = role;
  const common = {
    operation: 'convert',
    ...(loss === undefined ? {} : { loss }),
    ...(takesSeveral === undefined ? {} : { takesSeveral }),
  } as const;
  const edges = known.map((pair): Edge => ({ ...pair, ...common }));
  const sources = known.map(({ from }): Pair['from'] => from);
  const targets = known.map(({ to }): Pair['to'] => to);
  return createEngine(facts, edges, async (content, request) => {
    const bytes = fileContent(content);
    const from = oneOf(sources, request.from);
    return fileOutput(await convert(bytes, { ...request, from, to: oneOf(targets, request.to) }));
  });
}

/** Creates an engine that extracts from files directly, because a document would lose what the result refers to. */
export function fileExtractor<
  Options extends z.ZodObject,
  const From extends Format,
  const Extract extends ExtractFormat,
>(
  role: EngineFacts<Options> & {
    readonly from: readonly From[];
    readonly extracts: readonly Extract[];
    readonly write: (
      bytes: Uint8Array,
      request: ConvertRequest<Options, NoInfer<From>, NoInfer<Extract>>,
    ) => Promise<FileResult>;
  },
): Engine {
  const { from: formats, extracts, write, ...facts } = role;
  const edges = formats.flatMap((from) =>
    targetsOf(undefined, extracts).map((target): Edge => ({ from, ...target })),
  );
  return createEngine(facts, edges, async (content, request) => {
    const from = oneOf(formats, request.from);
    return fileOutput(
      await write(fileContent(content), { ...request, from, to: oneOf(extracts, request.to) }),
    );
  });
}

/** Creates the engine that converts documents to workbooks. */
export function documentToWorkbook<Options extends z.ZodObject>(
  role: EngineFacts<Options> & {
    readonly loss: number;
    readonly convert: (tree: DocumentTree, request: RoleRequest<Options>) => Promise<WorkbookResult>;
  },
): Engine {
  const { loss, convert, ...facts } = role;
  return createEngine(
    facts,
    [{ from: 'document', operation: 'read', to: 'workbook', loss }],
    async (content, request) => workbookOutput(await convert(documentContent(content), request)),
  );
}

/** Creates the engine that converts workbooks to documents. */
export function workbookToDocument<Options extends z.ZodObject>(
  role: EngineFacts<Options> & {
    readonly convert: (workbook: Workbook, request: RoleRequest<Options>) => Promise<DocumentResult>;
  },
): Engine {
  const { convert, ...facts } = role;
  return createEngine(
    facts,
    [{ from: 'workbook', operation: 'read', to: 'document' }],
    async (content, request) => documentOutput(await convert(workbookContent(content), request)),
  );
}
