/** Small persistent values in the extension's storage. */
export interface KeyValues {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
