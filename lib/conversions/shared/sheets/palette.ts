const hex = (text: string): string[] => text.split(' ').map((colour) => `#${colour}`);

/** The colours of index 8 to 63 (ECMA-376 18.8.27, [MS-XLS] 2.5.161); 0 to 7 are those of 8 to 15. */
const palette = hex(
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 ' +
    '9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff ' +
    '00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 ' +
    '003366 339966 003300 333300 993300 993366 333399 333333',
);

/** Returns a colour of the standard palette; undefined for the automatic colour. */
export const paletteColour = (index: number): string | undefined => palette[index < 8 ? index : index - 8];
