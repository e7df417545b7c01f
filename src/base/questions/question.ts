/** A question with a typed answer. */
export interface TextQuestion {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  /** Returns what's wrong with a text, while typing. */
  readonly validate?: (text: string) => string | undefined;
  /**
   * Returns what's wrong with an accepted text, if checking takes time; the box is busy meanwhile.
   */
  readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** One of the choices of a question, and its value. */
export interface ValueChoice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: T;
}
