/** Memory of the functions that hold a whole upload in memory, as base64 and as bytes. */
export const uploadMemoryMegabytes = 1769;
