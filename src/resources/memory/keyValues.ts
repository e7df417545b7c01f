/** Small values that outlive a session, as the editor keeps them for the extension. */
export interface KeyValues {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
