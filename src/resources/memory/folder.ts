/** A folder of small text files, as the editor keeps one for the extension. */
export interface Folder {
  /** A file's text; nothing where there is none. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file as a whole or not at all. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}
