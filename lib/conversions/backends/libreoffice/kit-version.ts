import * as z from 'zod';

const versionInfo = z.object({ ProductVersion: z.string(), ProductExtension: z.string().default('') });

/** Returns the version in the JSON of LibreOfficeKit's `getVersionInfo`, such as `24.8.8.1`. Throws ZodError. */
export function kitVersion(json: string): string {
  const { ProductVersion, ProductExtension } = versionInfo.parse(JSON.parse(json));
  return `${ProductVersion}${ProductExtension}`;
}
