import { items, objects } from '../../functions/grants.ts';
import { uploadMemoryMegabytes } from '../../functions/memory.ts';
import { json, type RouteTable, replayed } from '../route.ts';
import * as schemas from '../schemas.ts';

/** Uploads. */
export const fileRoutes = {
  upload: {
    function: 'upload',
    environment: ['bucketName', 'retentionSeconds'],
    grants: [
      items('UpdateItem', 'account', 'usage'),
      items('GetItem', 'files'),
      items('PutItem', 'files', 'idempotency'),
      items('UpdateItem', 'idempotency'),
      items('DeleteItem', 'files', 'idempotency'),
      objects('PutObject', 'files'),
      objects('GetObject', 'files'),
      objects('DeleteObject', 'files'),
    ],
    memoryMegabytes: uploadMemoryMegabytes,
    method: 'POST',
    path: '/upload',
    summary: 'Upload a file',
    description: 'Send one multipart part named "file". The file type is detected from the bytes.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { 'multipart/form-data': schemas.uploadForm },
    success: {
      status: 201,
      description: 'The file is stored',
      schema: schemas.uploadedFile,
      headers: { Location: 'Signed URL of the file', ...replayed },
    },
    errors: [
      'missing_file',
      'empty_file',
      'multiple_files',
      'invalid_multipart',
      'file_too_large',
      'unsupported_file_type',
      'unsupported_media_type',
      'request_timeout',
      'idempotency_in_flight',
      'idempotency_mismatch',
    ],
  },
  createUpload: {
    function: 'create-upload',
    environment: ['bucketName', 'retentionSeconds'],
    grants: [
      items('UpdateItem', 'account', 'usage'),
      items('PutItem', 'files', 'idempotency'),
      objects('PutObject', 'incoming'),
    ],
    method: 'POST',
    path: '/uploads',
    summary: 'Create a presigned upload',
    description:
      'Returns a presigned form. POST its fields, then the part "file", to its url within 15 minutes. The file_id can be used like that of any other upload.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.presignedUploadBody },
    success: {
      status: 201,
      description: 'The presigned form',
      schema: schemas.presignedUpload,
      headers: replayed,
    },
    errors: [
      'file_too_large',
      'invalid_request',
      'request_too_large',
      'unsupported_media_type',
      'idempotency_mismatch',
    ],
  },
} as const satisfies RouteTable;
