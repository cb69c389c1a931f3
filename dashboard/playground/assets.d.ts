// The build replaces these modules by the paths of their files beside the scripts.

/** The script of pdf.js that reads PDFs in a worker. */
declare module 'pdf-worker' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: esbuild exports the path of a file like this
  export default path;
}

declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  export * from 'pdfjs-dist';
}

declare module '*.pdf' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: esbuild exports the path of a file like this
  export default path;
}

declare module '*.docx' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: esbuild exports the path of a file like this
  export default path;
}
