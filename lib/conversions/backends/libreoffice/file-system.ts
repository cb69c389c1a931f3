/** A file, folder or device in LibreOffice's file system (Emscripten's `FSNode`). */
interface FileNode {
  mode: number;
  /** The operations on it; those that it lacks fail. */
  node_ops: object;
  stream_ops: object;
  /** Of a folder, its nodes by name; of a file, its bytes. */
  contents?: object | null;
  /** The next one in its list of the name table. */
  name_next?: FileNode | undefined;
}

/** An open file (`FSStream`). */
interface OpenFile {
  fd: number;
  readonly path: string;
  readonly node: FileNode;
  readonly flags: number;
  stream_ops: object;
  /** Position and flags, which copies of the descriptor share. */
  readonly shared: object;
  /** Lines that were not completed, of a terminal. */
  readonly tty?: { input: unknown[]; output: unknown[] } | undefined;
}

/** The part of Emscripten's file system that is used here. */
export interface OfficeFileSystem {
  readonly writeFile: (path: string, bytes: Uint8Array) => void;
  readonly readFile: (path: string) => Uint8Array;
  readonly readdir: (path: string) => string[];
  readonly stat: (path: string) => { readonly mode: number };
  readonly isDir: (mode: number) => boolean;
  readonly isFile: (mode: number) => boolean;
  readonly unlink: (path: string) => void;
  readonly rmdir: (path: string) => void;
  readonly open: (path: string, flags: number) => OpenFile;
  readonly getPath: (node: FileNode) => string | null;
  readonly ErrnoError: new (errno: number) => Error;
  /** By descriptor. */
  streams: (OpenFile | null | undefined)[];
  /** All nodes: lists by hash of their names. */
  nameTable: (FileNode | undefined)[];
  currentPath: string;
  nextInode: number;
}

/** `EPERM` in Emscripten. */
const NOT_PERMITTED = 63;

/** Returns all files, folders and devices. */
function* nodesOf({ nameTable }: OfficeFileSystem): Generator<FileNode> {
  for (const first of nameTable) for (let node = first; node !== undefined; node = node.name_next) yield node;
}

/** Returns the paths of all folders, parents first. Pipes and sockets have folders without a path. */
export const foldersOf = (fs: OfficeFileSystem): string[] =>
  [...nodesOf(fs)]
    .filter(({ mode }) => fs.isDir(mode))
    .map((node) => fs.getPath(node) ?? '')
    .filter((path) => path.startsWith('/'))
    .sort();

/**
 * Makes the present files read-only, and returns a function that restores the present state of the file system: files,
 * folders, open files and the current folder.
 */
export function keepFileSystem(fs: OfficeFileSystem): () => void {
  const refuse = (): never => {
    throw new fs.ErrnoError(NOT_PERMITTED);
  };
  const saved: (() => void)[] = [];
  for (const node of nodesOf(fs)) {
    if (fs.isFile(node.mode)) {
      node.node_ops = { ...node.node_ops, setattr: refuse };
      node.stream_ops = { ...node.stream_ops, write: refuse, allocate: refuse, msync: refuse };
    }
    const state = { ...node };
    const entries = fs.isDir(node.mode) && { ...node.contents };
    saved.push(() => Object.assign(node, state, entries && { contents: { ...entries } }));
  }
  for (const file of fs.streams) {
    if (!file) continue;
    // Opened before its operations were replaced.
    if (fs.isFile(file.node.mode)) file.stream_ops = file.node.stream_ops;
    const [state, shared] = [{ ...file }, { ...file.shared }];
    saved.push(() => {
      Object.assign(file, state);
      Object.assign(file.shared, shared);
      if (file.tty) Object.assign(file.tty, { input: [], output: [] });
    });
  }
  const [nameTable, streams] = [[...fs.nameTable], [...fs.streams]];
  const { currentPath, nextInode } = fs;
  return () => {
    for (const restore of saved) restore();
    Object.assign(fs, { nameTable: [...nameTable], streams: [...streams], currentPath, nextInode });
  };
}
