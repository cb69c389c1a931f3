/** An outline entry (bookmark) of a PDF. */
export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** Target page from 1; null if there is none. */
  readonly page: number | null;
}

/** Permissions of a PDF's user (ISO 32000-1, table 22). */
export interface PdfPermissions {
  readonly print: boolean;
  readonly print_high_quality: boolean;
  readonly modify: boolean;
  readonly copy: boolean;
  readonly annotate: boolean;
  readonly fill_forms: boolean;
  readonly assemble: boolean;
}

/** PDF-specific metadata, in the API's format. */
export interface PdfDetails {
  /** Such as `1.7`. */
  readonly version: string | null;
  /** As declared in the file, such as `en-GB`. */
  readonly stated_language: string | null;
  /** Whether it has tags for assistive technology (ISO 32000-1, 14.8). */
  readonly tagged: boolean;
  readonly permissions: PdfPermissions;
  /** In points (1/72 inch), as displayed; each size once, with its number of pages. */
  readonly page_sizes: readonly { readonly width: number; readonly height: number; readonly pages: number }[];
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[];
  readonly outline: readonly OutlineEntry[];
  /** Attached files; the size is null if the attachment is damaged. */
  readonly attachments: readonly { readonly name: string; readonly size_bytes: number | null }[];
  readonly form_fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string | null;
    readonly page: number;
  }[];
  readonly signatures: number;
}
