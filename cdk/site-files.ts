import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The built files of the site: the first page and the documentation. */
export type SiteFiles = {
  readonly folder: string;
  /** The URLs of the pages below `/docs/`. */
  readonly urls: readonly string[];
  /** HTML for a URL below `/docs/` that is not a page. */
  readonly missingPage: string;
};

const sourceFolder = join(import.meta.dirname, '..', 'site');

/** The build is asynchronous and CDK constructs are synchronous, so it runs in a child process. */
const buildScript = `
  const { buildSite } = await import(${JSON.stringify(join(sourceFolder, 'build.ts'))});
  const [folder, settings] = process.argv.slice(1);
  await buildSite(folder, JSON.parse(settings));
`;

/** What the pages state about the deployment. */
type SiteSettings = {
  /** Scheme and host of the site, if they are known when it is built. */
  readonly origin: string | undefined;
  /** The largest file that `POST /upload` accepts. */
  readonly uploadLimitBytes: number;
};

/** Builds the site into the cloud assembly, once for all stacks of an app. Builds nothing for a stack without bundling. */
export const siteFiles = (scope: Construct, settings: SiteSettings): SiteFiles => {
  const { root } = scope.node;
  if (!Stack.of(scope).bundlingRequired || !App.isApp(root))
    return { folder: sourceFolder, urls: [], missingPage: '' };
  const folder = join(root.outdir, 'site');
  if (!existsSync(folder))
    execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', buildScript, folder, JSON.stringify(settings)],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  const urls = readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.split('/').at(-1) === 'index.html')
    .map((name) => `/docs/${name.slice(0, -'index.html'.length)}`);
  return { folder, urls, missingPage: readFileSync(join(folder, 'missing-page.html'), 'utf8') };
};
