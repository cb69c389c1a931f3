import type { PlanRow } from './plan-table.ts';

/** Memory and concurrency of a worker's function, where they differ from its row. */
export type WorkerSize = {
  readonly memoryMegabytes?: number | undefined;
  readonly concurrency?: number | undefined;
};

/** Settings of a deployment that are constants of its code, because every function needs them or its stack is built from them. */
export type DeploymentConstants = {
  readonly plans?: Readonly<Record<string, PlanRow>> | undefined;
  readonly engineDeadlineSeconds?: number | undefined;
  readonly workers?: Readonly<Record<string, WorkerSize | undefined>> | undefined;
};

declare global {
  /** The constants as JSON. Bundles contain them. A program that synthesizes or builds sets them before it imports what depends on them. */
  var docforgeConstants: string | undefined;
}

/** The constants of this deployment; none for what has its default. */
export const deploymentConstants: DeploymentConstants = JSON.parse(globalThis.docforgeConstants ?? '{}');
