/** The part of Eleventy's programmatic API that the build uses; the package has no types. */
declare module '@11ty/eleventy' {
  import type { MarkdownIt } from 'markdown-it';

  type Configuration = {
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
    addTransform(name: string, transform: (this: { page: { url: string } }, content: string) => string): void;
    setLibrary(name: 'md', library: MarkdownIt): void;
    setUseGitIgnore(enabled: boolean): void;
  };

  type Settings = {
    readonly configPath?: string;
    readonly quietMode: boolean;
    readonly config: (configuration: Configuration) => {
      readonly templateFormats: readonly string[];
      readonly markdownTemplateEngine: false;
    };
  };

  export class Eleventy {
    constructor(input: string, output: string, settings: Settings);
    toJSON(): Promise<readonly { readonly url: string; readonly content: string }[]>;
  }
}
