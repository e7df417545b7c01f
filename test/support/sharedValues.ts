import { MemoryFolder } from './memoryFolder';
import {
  type EarlierValues,
  type ListedFolder,
  SharedValues,
} from '../../src/resources/storage/sharedValues';

/** The shared values as known to one window once loaded; each call is another window. */
export async function openShared(
  folder: ListedFolder = new MemoryFolder(),
  earlier?: EarlierValues,
): Promise<SharedValues> {
  const values = sharedValues(folder, earlier);
  await values.ready();
  return values;
}

/** The same before loading. */
export function sharedValues(
  folder: ListedFolder,
  earlier?: EarlierValues,
  note: (text: string) => void = () => undefined,
): SharedValues {
  return new SharedValues({ name: 'shared', folder, note, ...(earlier && { earlier }) });
}
