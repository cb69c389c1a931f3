/** How a signed address names what it gives. */
export type Download = { readonly filename: string; readonly seconds: number };

/** A form that uploads one object. */
export type PresignedForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Where the bytes of files and results stand. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array, about: { mimeType: string; sha256: string }): Promise<void>;
  /** Streams a file of `length` bytes, without holding it in memory. */
  putFile(
    key: string,
    file: { readonly path: string; readonly length: number },
    about: { mimeType: string; sha256: string },
  ): Promise<void>;
  /** Stores an object unless its key has one; false if it has. */
  putNew(key: string, bytes: Uint8Array, about: { mimeType: string; sha256: string }): Promise<boolean>;
  /** The object's bytes; undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** An address that downloads the object under a file name; made without a call. */
  signDownload(key: string, download: Download): Promise<string>;
  /** A form that takes one object of at most `maxBytes`, of the bytes with this SHA-256 (hexadecimal) where it is given. */
  signUpload(
    key: string,
    form: { maxBytes: number; sha256: string | undefined; seconds: number },
  ): Promise<PresignedForm>;
  /** The object's key where the address is one of this store, signed or not. */
  keyOf(address: string): string | undefined;
};
