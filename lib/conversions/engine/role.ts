import type * as z from 'zod';
import { type Needs, needsOfTarget } from '../document/needs.ts';
import type { ConversionError } from '../errors.ts';
import type { ExtractFormat, Format } from '../formats.ts';
import {
  type Content,
  type Edge,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineReport,
  type EngineRequest,
  type FileType,
  type RequestContext,
  type Target,
} from './engine.ts';

/** A name of an option. */
type OptionName<Options extends z.ZodObject> = keyof z.output<Options> & string;

/** The part of an engine that is the same in every role. */
export interface EngineFacts<Options extends z.ZodObject>
  extends Omit<
    Engine,
    'edges' | 'options' | 'sourceOptions' | 'resultOptions' | 'namesImages' | 'limits' | 'convert'
  > {
  readonly options: Options;
  readonly sourceOptions?: readonly OptionName<Options>[];
  readonly resultOptions?: readonly OptionName<Options>[];
  readonly namesImages?: (options: z.output<Options>) => boolean;
  /** Default: no limits of its own. */
  readonly limits?: Engine['limits'];
}

/** A request with parsed options, including their defaults. */
export interface RoleRequest<Options extends z.ZodObject> extends RequestContext {
  readonly options: z.output<Options>;
  /** What the result can contain. */
  readonly needs: Needs;
}

/** A request to read a file in one of the role's formats. */
export interface ReadRequest<Options extends z.ZodObject, From extends Format> extends RoleRequest<Options> {
  readonly from: From;
}

/** A request to write one of the role's targets. */
export interface WriteRequest<Options extends z.ZodObject, To extends Format | ExtractFormat>
  extends RoleRequest<Options> {
  readonly to: To;
}

/** A request to convert a file to another. */
export type ConvertRequest<
  Options extends z.ZodObject,
  From extends Format,
  To extends Format | ExtractFormat,
> = ReadRequest<Options, From> & WriteRequest<Options, To>;

/** A result that another engine may improve on. */
interface MaybeIncomplete {
  /** Set if content is missing that another engine may read: the result is used if no other engine does better. */
  readonly incomplete?: ConversionError | undefined;
}

/** A file as an engine writes it. */
export interface FileResult extends EngineReport, MaybeIncomplete {
  readonly bytes: Uint8Array;
  /** Set if the file differs from the target's own type, such as a ZIP of several files. */
  readonly file?: FileType | undefined;
}

/** A hub as an engine produces it, with its report. */
export type Produced<Name extends string, Hub extends Content> = Readonly<Record<Name, Hub>> &
  EngineReport &
  MaybeIncomplete;

/** Throws an EngineRefusal with the output if it is incomplete. */
export function completeOutput(output: EngineOutput, incomplete: ConversionError | undefined): EngineOutput {
  if (incomplete === undefined) return output;
  throw new EngineRefusal(incomplete, output);
}

/** The output for a written file; `pages` is its default page count. */
export function fileOutput(
  { bytes, file, incomplete, ...report }: FileResult,
  pages: number | null = null,
): EngineOutput {
  return completeOutput({ content: bytes, file, report: { pages, ...report } }, incomplete);
}

/** The targets of formats and extract formats. */
export function targetsOf(to: readonly Format[] = [], extracts: readonly ExtractFormat[] = []): Target[] {
  return [
    ...to.map((format): Target => ({ operation: 'convert', to: format })),
    ...extracts.map((format): Target => ({ operation: 'extract', to: format })),
  ];
}

/** Returns `name` typed as one of `names`. Throws TypeError for any other: the router has used the wrong edge. */
export function oneOf<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((each) => each === name);
  if (found === undefined) throw new TypeError(`Expected one of ${names.join(', ')}, got ${name}.`);
  return found;
}

/** Creates an engine whose `run` receives parsed options. */
export function createEngine<Options extends z.ZodObject>(
  facts: EngineFacts<Options>,
  edges: readonly Edge[],
  run: (content: Content, request: EngineRequest & RoleRequest<Options>) => Promise<EngineOutput>,
): Engine {
  const { options, namesImages, limits = {}, ...others } = facts;
  return {
    ...others,
    options,
    limits,
    ...(namesImages === undefined ? {} : { namesImages: (given) => namesImages(options.parse(given)) }),
    edges,
    convert: async (content, request) =>
      await run(content, {
        ...request,
        options: options.parse(request.options),
        needs: needsOfTarget(request.target),
      }),
  };
}
