/** An entry of a pdf's outline (its bookmarks). */
export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 1; null where it leads to none. */
  readonly page: number | null;
}

/** What a pdf's user may do with it (ISO 32000-1, table 22). */
export interface PdfPermissions {
  readonly print: boolean;
  readonly print_high_quality: boolean;
  readonly modify: boolean;
  readonly copy: boolean;
  readonly annotate: boolean;
  readonly fill_forms: boolean;
  readonly assemble: boolean;
}

/** What only a pdf has; as it stands on the wire. */
export interface PdfDetails {
  /** Such as `1.7`. */
  readonly version: string | null;
  /** As the file states it, such as `en-GB`. */
  readonly stated_language: string | null;
  /** Whether its structure is marked for assistive technology (ISO 32000-1, 14.8). */
  readonly tagged: boolean;
  readonly permissions: PdfPermissions;
  /** In points (1/72 inch), as shown; each size once, with the number of its pages. */
  readonly page_sizes: readonly { readonly width: number; readonly height: number; readonly pages: number }[];
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[];
  readonly outline: readonly OutlineEntry[];
  /** Files that are in it; the size is null where the attachment is damaged. */
  readonly attachments: readonly { readonly name: string; readonly size_bytes: number | null }[];
  readonly form_fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string | null;
    readonly page: number;
  }[];
  readonly signatures: number;
}
