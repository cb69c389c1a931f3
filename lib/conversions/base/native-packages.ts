/** The processor architectures for which there are workers, by Node's names. */
export const architectures = ['x64', 'arm64'] as const;

/** An architecture of workers. */
export type Architecture = (typeof architectures)[number];

/** The architecture of this process; undefined if no worker has it. */
export const ownArchitecture: Architecture | undefined = architectures.find((each) => each === process.arch);

/** The npm packages with native code for an architecture, all for Linux with glibc. */
export const nativePackagesFor = (architecture: Architecture) => ({
  koffi: `@koromix/koffi-linux-${architecture}`,
  liteparse: `@llamaindex/liteparse-linux-${architecture}-gnu`,
  resvg: `@resvg/resvg-js-linux-${architecture}-gnu`,
  sharp: `@img/sharp-linux-${architecture}`,
  libvips: `@img/sharp-libvips-linux-${architecture}`,
  typst: `@myriaddreamin/typst-ts-node-compiler-linux-${architecture}-gnu`,
});

/** The packages with native code that this process loads. */
export const nativePackages = nativePackagesFor(ownArchitecture ?? 'x64');
