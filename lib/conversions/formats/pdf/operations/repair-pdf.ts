/**
 * A pdf written anew from the objects that are found in a damaged one, in whatever order and with no table of them;
 * undefined where no page is found.
 *
 * qpdf itself repairs such files, but not as compiled to WebAssembly: exceptions of its own do not reach their handlers.
 */
export async function repairPdf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  try {
    const document = await PDFDocument.load(bytes, {
      throwOnInvalidObject: false,
      updateMetadata: false,
      ignoreEncryption: true,
    });
    if (document.getPageCount() === 0) return undefined;
    return await document.save({ useObjectStreams: false, updateFieldAppearances: false });
  } catch {
    return undefined;
  }
}
