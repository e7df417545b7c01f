const folder = 'src/ui/editor/';

/** What is beside the wrappers of the editor, and shows nothing by itself. */
const helpers: readonly string[] = [
  'cancellation.ts',
  'contextKeys.ts',
  'snapshots.ts',
  'titleOf.ts',
  'uris.ts',
];

/** Whether a file of the product may pass texts to the editor, which it sanitizes. */
export function isWrapper(file: string): boolean {
  if (!file.startsWith(folder) || file.startsWith(`${folder}storage/`)) return false;
  return !helpers.includes(file.slice(folder.length));
}
