/**
 * The names of the environment variables of the functions: the stack sets them, the functions read them here, and the
 * tests override them.
 */
export const environmentNames = {
  tableName: 'TABLE_NAME',
  bucketName: 'BUCKET_NAME',
  queueUrl: 'QUEUE_URL',
  /** Seconds a file or a result lives. */
  retentionSeconds: 'RETENTION_SECONDS',
  /** Seconds a worker holds a job without renewing. */
  leaseSeconds: 'LEASE_SECONDS',
  /** Seconds an engine may work on one document. */
  engineDeadlineSeconds: 'ENGINE_DEADLINE_SECONDS',
  /** Megabytes of memory an engine process may hold. */
  engineMemoryMegabytes: 'ENGINE_MEMORY_MEGABYTES',
} as const;

/** An environment variable of ours. */
export type EnvironmentName = keyof typeof environmentNames;

/**
 * The value of an environment variable.
 *
 * @throws Error when it is not set: a fault of the deployment, found at the first call.
 */
export const readEnvironment = (name: EnvironmentName): string => {
  const value = process.env[environmentNames[name]];
  if (value === undefined || value === '') {
    throw new Error(`The environment variable ${environmentNames[name]} is not set`);
  }
  return value;
};

/**
 * The value of an environment variable as a positive number.
 *
 * @throws Error when it is not set or not a positive number.
 */
export const readEnvironmentNumber = (name: EnvironmentName): number => {
  const value = Number(readEnvironment(name));
  if (!(value > 0))
    throw new Error(`The environment variable ${environmentNames[name]} is not a positive number`);
  return value;
};
