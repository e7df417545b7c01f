import { MemoryFolder } from './memoryFolder';
import { type ListedFolder, SharedValues } from '../../src/resources/storage/sharedValues';

/** The shared values as known to one window once loaded; each call is another window. */
export async function openShared(
  folder: ListedFolder = new MemoryFolder(),
  note?: (text: string) => void,
): Promise<SharedValues> {
  const values = sharedValues(folder, note);
  await values.ready();
  return values;
}

/** The same before loading. */
export function sharedValues(
  folder: ListedFolder,
  note: (text: string) => void = () => undefined,
): SharedValues {
  return new SharedValues('shared', folder, note);
}
