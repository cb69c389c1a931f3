/**
 * Rebuilds a damaged PDF by scanning it for objects, without its cross-reference table. Returns undefined if no page
 * is found.
 *
 * qpdf can repair such files, but not when compiled to WebAssembly: its C++ exceptions do not reach their handlers.
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
