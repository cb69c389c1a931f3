const TAG = /^[a-zA-Z]{2,8}(?:-[a-zA-Z\d]{1,8}){0,8}$/;

/** Whether a text has the form of a language tag (BCP 47). */
export const isLanguageTag = (text: string): boolean => TAG.test(text);
