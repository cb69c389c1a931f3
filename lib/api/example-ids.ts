/** The id of a file in examples. */
export const exampleFileId = 'file_01KAGBW2QF8S4T6V9X3Y5Z7A1C';

/** The id of a job in examples. */
export const exampleJobId = 'job_01KAGBX7M3N5P9R2S4T6V8W0Y1';
