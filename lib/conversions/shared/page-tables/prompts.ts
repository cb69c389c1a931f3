import { type Line, textOf } from './lines.ts';

// The prompts of R, Python and others, and a call, an assignment or a name after them: "> 20 years" is a label.
const PROMPT = /^(?:[A-Za-z]{0,3}>|>>>) (?:.{0,200}[([{=]|[A-Za-z][\w.]{0,80}$)/;
// The lines that continue an input of R: "+ Other income" is a label.
const CONTINUED = /^(?:\+|\.\.\.) .{0,200}(?:[=<,({+]|\w\))$/;

/** Whether a line is typed at a prompt: the lines above and below it are not of one table. */
export const isTyped = (line: Line): boolean => {
  const text = textOf(line);
  return PROMPT.test(text) || CONTINUED.test(text);
};
