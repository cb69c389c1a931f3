/** The id of a file in examples. */
export const exampleFileId = 'file_01KAGBW2QF8S4T6V9X3Y5Z7A1C';

/** The id of a job in examples. */
export const exampleJobId = 'job_01KAGBX7M3N5P9R2S4T6V8W0Y1';

/** The id of a webhook endpoint in examples. */
export const exampleWebhookId = 'whk_01KAGBT5N1P3R6S8V0X2Z4B7D9';

/** The id of a delivery in examples. */
export const exampleDeliveryId = 'msg_01KAGBX8Y4A6C8E0G2J4M6P8R0';
