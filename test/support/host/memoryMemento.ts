import type * as vscode from 'vscode';

/** An extension's state storage without an editor; values are kept as JSON, like the editor does. */
export class MemoryMemento implements vscode.Memento {
  readonly #values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    const text = this.#values.get(key);
    return text === undefined ? otherwise : (JSON.parse(text) as T);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  setKeysForSync(): void {
    throw new Error('Nothing of this is to be synchronized.');
  }
}
