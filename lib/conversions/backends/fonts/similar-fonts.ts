/** A font family and the families it replaces. */
export interface Substitute {
  readonly family: string;
  readonly replaces: readonly string[];
}

/**
 * Common fonts of office documents for which no free font has the same metrics, and the font that is closest in kind and
 * width. A program that is not told would replace a sans-serif font with its default, which may have serifs.
 */
export const similarFonts: readonly Substitute[] = [
  {
    family: 'Arimo',
    replaces: [
      'Aptos',
      'Aptos Display',
      'Arial Nova',
      'Arial Unicode MS',
      'Franklin Gothic Book',
      'Franklin Gothic Medium',
      'Geneva',
      'Helvetica Neue',
      'Inter',
      'MS Sans Serif',
      'Microsoft Sans Serif',
      'Nimbus Sans',
      'Roboto',
      'Segoe UI',
      'Segoe UI Light',
      'Segoe UI Semibold',
      'Tahoma',
      'Trebuchet MS',
    ],
  },
  {
    family: 'Noto Sans',
    replaces: [
      'Bitstream Vera Sans',
      'Century Gothic',
      'Comic Sans MS',
      'DejaVu Sans',
      'Lucida Grande',
      'Lucida Sans',
      'Lucida Sans Unicode',
      'Open Sans',
      'Source Sans Pro',
      'Ubuntu',
      'Verdana',
    ],
  },
  {
    family: 'Carlito',
    replaces: ['Aptos Narrow', 'Calibri Light', 'Candara', 'Corbel', 'Gill Sans', 'Gill Sans MT', 'Lato'],
  },
  {
    family: 'Tinos',
    replaces: [
      'Baskerville',
      'Baskerville Old Face',
      'Bodoni MT',
      'CMU Serif',
      'Computer Modern',
      'Garamond',
      'Latin Modern Roman',
      'Nimbus Roman',
      'Perpetua',
      'Source Serif Pro',
      'TeX Gyre Termes',
      'Times Roman',
    ],
  },
  {
    family: 'Caladea',
    replaces: [
      'Book Antiqua',
      'Bookman',
      'Bookman Old Style',
      'Cambria Math',
      'Century',
      'Century Schoolbook',
      'Constantia',
      'DejaVu Serif',
      'Georgia',
      'Palatino',
      'Palatino Linotype',
    ],
  },
  {
    family: 'Cousine',
    replaces: [
      'Andale Mono',
      'Cascadia Code',
      'Cascadia Mono',
      'Consolas',
      'DejaVu Sans Mono',
      'Fira Code',
      'Lucida Console',
      'Menlo',
      'Monaco',
      'Roboto Mono',
      'Source Code Pro',
      'Ubuntu Mono',
    ],
  },
];
