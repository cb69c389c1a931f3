/** Returns why the local stack cannot run on a platform, or undefined if it can. */
export const platformProblem = (
  platform: string,
  arch: string,
  libc: 'glibc' | 'other',
): string | undefined => {
  if (platform === 'linux' && arch === 'x64' && libc === 'glibc') return undefined;
  const found = `${platform} ${arch}${platform === 'linux' && libc === 'other' ? ' without glibc' : ''}`;
  return `npm start needs Linux on x64 with glibc; this is ${found}. Use the container image: docker compose up. docs/site/platforms.md lists what runs where.`;
};

/** The C library of this process. */
export const currentLibc = (): 'glibc' | 'other' => {
  const report: { readonly header?: { readonly glibcVersionRuntime?: string } } = Object(
    process.report.getReport(),
  );
  return report.header?.glibcVersionRuntime === undefined ? 'other' : 'glibc';
};
