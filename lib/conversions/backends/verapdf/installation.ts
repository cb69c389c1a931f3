import { findProgram, systemFolders } from '../../base/find-program.ts';
import { isPackageInstalled, packageVersion } from '../../base/package-assets.ts';

/** The npm package with veraPDF's jar. Optional: it has 24 MB and needs Java. */
export const veraPdfPackage = '@opendataloader/pdf';

const folders = [...systemFolders, '/opt/java/openjdk/bin'];

/** Returns the path of Java in the first of some folders that has it. */
export const findJava = (within: readonly string[] = folders): string | undefined =>
  findProgram(['java'], within);

let found: { readonly java: string | undefined } | undefined;

/** Returns the path of this machine's Java; searches once. */
export function installedJava(): string | undefined {
  found ??= { java: findJava() };
  return found.java;
}

/** Whether veraPDF can run here. */
export const isVeraPdfInstalled = (): boolean =>
  installedJava() !== undefined && isPackageInstalled(veraPdfPackage);

/** The version of the package with veraPDF. */
export const veraPdfVersion = (): string => packageVersion(veraPdfPackage);
