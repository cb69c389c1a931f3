/** The media type of an object, and its SHA-256 in hexadecimal, which the store verifies. */
export type ObjectMetadata = { readonly mimeType: string; readonly sha256: string };

/** A file on disk. */
type LocalFile = { readonly path: string; readonly length: number };

/** The file name under which a signed URL saves an object, and how long the URL is valid. */
type Download = { readonly filename: string; readonly seconds: number };

/** The upload that a presigned form accepts. */
type UploadPolicy = {
  readonly maxBytes: number;
  /** SHA-256 in hexadecimal; undefined accepts any bytes. */
  readonly sha256: string | undefined;
  readonly seconds: number;
};

/** A form that uploads one object. */
export type PresignedForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Stores the bytes of files and results. */
export type ObjectStore = {
  /** Stores an object. Rejects if the signal is aborted before it is stored. */
  put(key: string, bytes: Uint8Array, metadata: ObjectMetadata, signal?: AbortSignal): Promise<void>;
  /** Streams a file from disk. */
  putFile(key: string, file: LocalFile, metadata: ObjectMetadata, signal?: AbortSignal): Promise<void>;
  /** Stores an object under a new key. Returns false if the key exists. */
  putNew(key: string, bytes: Uint8Array, metadata: ObjectMetadata): Promise<boolean>;
  /** Returns the object's bytes; undefined if it does not exist. */
  get(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** Signs a download URL without calling the store. */
  signDownload(key: string, download: Download): Promise<string>;
  /** Presigns a form that uploads one object. */
  signUpload(key: string, policy: UploadPolicy): Promise<PresignedForm>;
  /** Returns the object's key if the URL, signed or not, belongs to this store. */
  keyOf(address: string): string | undefined;
};

/** Signs the URLs of downloads. */
export type Downloads = Pick<ObjectStore, 'signDownload'>;

/** Signs forms for uploads. */
export type Uploads = Pick<ObjectStore, 'signUpload'>;
