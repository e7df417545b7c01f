import { MemoryFolder } from './memoryFolder';
import {
  type EarlierValues,
  type ListedFolder,
  SharedValues,
} from '../../src/resources/memory/sharedValues';

/** What one window knows of what is shared, once it has read it; each call is another window. */
export async function openShared(
  folder: ListedFolder = new MemoryFolder(),
  earlier?: EarlierValues,
): Promise<SharedValues> {
  const values = sharedValues(folder, earlier);
  await values.ready();
  return values;
}

/** The same before it has read anything. */
export function sharedValues(
  folder: ListedFolder,
  earlier?: EarlierValues,
  note: (text: string) => void = () => undefined,
): SharedValues {
  return new SharedValues({ name: 'shared', folder, note, ...(earlier && { earlier }) });
}
