import { execFileSync } from 'node:child_process';
import { deploymentConstants } from '../lib/deployment-constants.ts';

// CDK's constructs are synchronous.
const script = `
  const [constants, module, name, ...given] = process.argv.slice(1).map((argument) => JSON.parse(argument));
  globalThis.docforgeConstants = JSON.stringify(constants);
  const { [name]: build } = await import(module);
  await build(...given);
`;

/**
 * Calls an asynchronous function of a module in a child process, with arguments that can be JSON and the constants of this
 * deployment, and waits for it.
 */
export const runBuild = (module: string, name: string, ...given: readonly unknown[]): void => {
  const values = [deploymentConstants, module, name, ...given].map((value) => JSON.stringify(value));
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, ...values], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
