import { useCallback, useRef } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import { type Uploaded, uploadFile } from './upload.ts';

/**
 * Uploads files and reuses the last upload, because another one would count as another operation.
 *
 * @param onProgress Called with sent and total bytes. Must be stable.
 */
export const useUpload = (client: Client, onProgress: (sent: number, total: number) => void) => {
  const uploaded = useRef<{ file: File; result: Uploaded } | undefined>(undefined);
  const upload = useCallback(
    async (file: File, signal: AbortSignal): Promise<Uploaded> => {
      if (uploaded.current?.file === file) return uploaded.current.result;
      onProgress(0, file.size);
      const result = await uploadFile(client, file, onProgress, signal);
      uploaded.current = { file, result };
      return result;
    },
    [client, onProgress],
  );
  const forget = useCallback((): void => {
    uploaded.current = undefined;
  }, []);
  return { upload, forget };
};
