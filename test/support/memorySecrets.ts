import type { SecretStore } from '../../src/accounts/accountStore';
import { Emitter } from '../../src/base/emitter';

/** Secret storage shared by several windows: all of them are notified of each change. */
export class MemorySecrets implements SecretStore {
  readonly entries = new Map<string, string>();
  readonly #changed = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.#changed.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.entries.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.entries.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.entries.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.entries.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }
}
