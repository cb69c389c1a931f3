/** The groups of options, in the order of the form. */
export const optionGroups = [
  'Pages and layout',
  'Content',
  'Images and recognition',
  'Protection and output',
] as const;

/** A group of options. */
export type OptionGroup = (typeof optionGroups)[number];

const groupNames: Readonly<Record<OptionGroup, string>> = {
  'Pages and layout':
    'pages page_size landscape margin header footer page_numbers toc font font_size fit sheets scale print_background viewport_width pixel_ratio rotate rotate_pages split_every split_ranges page_markers',
  Content:
    'sheet header_row values infer_types delimiter escape_formulas encoding tables_as max_tokens overlap context hidden notes comments tracked_changes attachments main_content timestamps lines image_data images',
  'Images and recognition':
    'ocr ocr_languages searchable dpi quality lossless width height enlarge background keep_metadata image_quality image_dpi',
  'Protection and output':
    'watermark watermark_color watermark_opacity watermark_angle pdf_standard compress linearize decrypt password user_password owner_password permissions',
};

const groupOfName = new Map(
  optionGroups.flatMap((group) =>
    groupNames[group].split(' ').map((name): [string, OptionGroup] => [name, group]),
  ),
);

/** Returns the group of an option. New options of the service belong to the content until they have a group. */
export const groupOf = (name: string): OptionGroup => groupOfName.get(name) ?? 'Content';

const labels: Readonly<Record<string, string>> = {
  toc: 'Table of contents',
  ocr: 'Text recognition (OCR)',
  ocr_languages: 'Languages to recognize',
  dpi: 'Resolution (pixels per inch)',
  image_dpi: 'Maximum image resolution',
  pdf_standard: 'PDF standard',
  hidden: 'Invisible text',
  values: 'Numbers and dates',
  infer_types: 'Detect numbers and dates',
  header_row: 'First row has column names',
  main_content: 'Article only',
  escape_formulas: 'Defuse formulas',
  tables_as: 'Result format',
  max_tokens: 'Tokens per chunk',
  overlap: 'Overlap in tokens',
  context: 'Headings in each chunk',
  image_data: 'Include images',
  lines: 'Lines and words with places',
  notes: 'Speaker notes',
  fit: 'Fit sheets to',
  sheets: 'Sheet size',
  linearize: 'Fast web view',
  decrypt: 'Remove encryption',
  user_password: 'Password to open',
  owner_password: 'Password to change permissions',
  split_every: 'Split every (pages)',
  enlarge: 'Allow enlarging',
  searchable: 'Searchable scan',
  margin: 'Margin (mm)',
  watermark_color: 'Watermark colour',
  compress: 'Compression',
};

const sentenceCase = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the label of an option: its name in words unless the name needs explanation. */
export const labelOf = (name: string): string => labels[name] ?? sentenceCase(name);

/** Returns the label of a choice: a PDF standard by its full name, codes unchanged, words as words. */
export const choiceLabel = (option: string, choice: string): string => {
  if (option === 'pdf_standard' && choice !== 'none')
    return choice.startsWith('ua') ? `PDF/${choice.toUpperCase()}` : `PDF/A${choice.slice(1)}`;
  if (option === 'rotate') return `${choice}°`;
  if (option === 'encoding' || option === 'page_size') return choice;
  if (option === 'tables_as') return choice.toUpperCase();
  return choice === 'auto' ? 'Automatic' : sentenceCase(choice);
};

// The most useful options first.
const byUse =
  'pages max_tokens tables_as sheet ocr page_size dpi landscape overlap header_row watermark compress width height quality images values toc margin ocr_languages delimiter encoding context';
const ranks = new Map(byUse.split(' ').map((name, rank) => [name, rank]));

/** Returns the rank of an option by its use; the most useful option has the lowest. */
export const rankOf = (name: string): number => ranks.get(name) ?? ranks.size;
