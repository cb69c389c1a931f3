import { EngineRefusal } from '../../engine/engine.ts';
import { corruptPdf, unopenedPdf } from './pdf-errors.ts';
import { openForm, type PdfiumDocument, SCRATCH_BYTES, type UsePdfium } from './pdfium-document.ts';
import { dropWasmPdfium, loadWasmPdfium, type WasmPdfium } from './wasm-library.ts';

// WebAssembly memory never shrinks: the library is dropped after a document that used more than this.
const MAX_RETAINED_BYTES = 192 * 1024 * 1024;

function load({ fn, memory }: WasmPdfium, input: Uint8Array, password: string | undefined) {
  const malloc = fn('malloc');
  const place = malloc(input.byteLength + SCRATCH_BYTES);
  if (place === 0) throw new EngineRefusal(corruptPdf());
  new Uint8Array(memory.buffer).set(input, place + SCRATCH_BYTES);
  const passwordBytes = new TextEncoder().encode(`${password ?? ''}\0`);
  const passwordAddress = malloc(passwordBytes.byteLength);
  new Uint8Array(memory.buffer).set(passwordBytes, passwordAddress);
  const handle = fn('FPDF_LoadMemDocument')(
    place + SCRATCH_BYTES,
    input.byteLength,
    password === undefined ? 0 : passwordAddress,
  );
  fn('free')(passwordAddress);
  return { place, handle };
}

interface OpenFile {
  readonly library: WasmPdfium;
  readonly document: PdfiumDocument;
  readonly closeForm: () => void;
}

async function open(input: Uint8Array, password: string | undefined): Promise<OpenFile> {
  const library = await loadWasmPdfium();
  const { fn, memory } = library;
  const { place, handle } = load(library, input, password);
  if (handle === 0) {
    const error = fn('FPDF_GetLastError')();
    fn('free')(place);
    throw unopenedPdf(error, password !== undefined);
  }
  let atScratch = new DataView(memory.buffer, place, SCRATCH_BYTES);
  const results = (): DataView => {
    if (atScratch.buffer !== memory.buffer) atScratch = new DataView(memory.buffer, place, SCRATCH_BYTES);
    return atScratch;
  };
  const bytesAt: PdfiumDocument['bytesAt'] = (address, bytes) =>
    new Uint8Array(memory.buffer, address, bytes).slice();
  const readBytes: PdfiumDocument['readBytes'] = (limit, read) => {
    const bytes = read(0, 0);
    if (bytes <= 0 || bytes > limit) return undefined;
    const buffer = fn('malloc')(bytes);
    if (buffer === 0) return undefined;
    read(buffer, bytes);
    const copy = bytesAt(buffer, bytes);
    fn('free')(buffer);
    return copy;
  };
  const pages = fn('FPDF_GetPageCount')(handle);
  let form: { readonly handle: number; readonly information: number } | undefined;
  return {
    library,
    closeForm: () => {
      if (form === undefined) return;
      if (form.handle !== 0) fn('FPDFDOC_ExitFormFillEnvironment')(form.handle);
      fn('free')(form.information);
    },
    document: {
      handle,
      ordersRightToLeft: true,
      readsInBulk: false,
      pages,
      form: () => {
        if (form === undefined) {
          let information = 0;
          const opened = openForm(fn, handle, (bytes) => {
            information = fn('malloc')(bytes);
            return { address: information, data: () => new Uint8Array(memory.buffer, information, bytes) };
          });
          form = { handle: opened, information };
        }
        return form.handle;
      },
      fn,
      scratch: place,
      results,
      bytesAt,
      readBytes,
    },
  };
}

/** A PDF that is opened with pdfium in WebAssembly when it is used, and stays open between uses. */
export function wasmFile(
  input: Uint8Array,
  password: string | undefined,
): { readonly use: UsePdfium; readonly close: () => void } {
  let opened: OpenFile | undefined;
  const close = (): void => {
    if (opened === undefined) return;
    const { library, document, closeForm } = opened;
    opened = undefined;
    try {
      closeForm();
      document.fn('FPDF_CloseDocument')(document.handle);
      document.fn('free')(document.scratch);
    } catch {
      dropWasmPdfium();
    }
    if (library.memory.buffer.byteLength > MAX_RETAINED_BYTES) dropWasmPdfium();
  };
  const use: UsePdfium = async (read) => {
    opened ??= await open(input, password);
    const { library, document } = opened;
    try {
      return await read(document);
    } catch (error) {
      // As after a trap.
      opened = undefined;
      dropWasmPdfium();
      throw error;
    } finally {
      if (library.memory.buffer.byteLength > MAX_RETAINED_BYTES) close();
    }
  };
  return { use, close };
}
