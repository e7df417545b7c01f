/** How long to collect changes before writing them, in milliseconds. */
export const writeDelayMs = 1_000;

export interface Folder {
  /** A file's text; undefined if it doesn't exist. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file atomically. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}
