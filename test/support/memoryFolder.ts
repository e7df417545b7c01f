import type { ListedFolder } from '../../src/resources/storage/sharedValues';

/** A folder of files in memory. */
export class MemoryFolder implements ListedFolder {
  readonly files = new Map<string, string>();

  read(name: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(name));
  }

  write(name: string, text: string): Promise<void> {
    this.files.set(name, text);
    return Promise.resolve();
  }

  names(): Promise<readonly string[]> {
    return Promise.resolve([...this.files.keys()]);
  }

  remove(name: string): Promise<void> {
    this.files.delete(name);
    return Promise.resolve();
  }
}
