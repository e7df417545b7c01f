import { isObject } from '../../../src/base/json';

/** A text of the manifest that the editor shows. */
export interface ManifestText {
  /** Its path: `contributes.commands.3.title`. */
  readonly path: string;
  readonly text: string;
}

/** Members that the editor shows. */
const shownMembers =
  /^(altText|category|contents|contextualTitle|deprecationMessage|description|displayName|enumDescriptions|enumItemLabels|label|markdownDeprecationMessage|markdownDescription|markdownEnumDescriptions|patternErrorMessage|shortTitle|title|userDescription)$/;

/** Members that language models read. */
const modelMembers = /^(inputSchema|modelDescription)$/;

/** Finds the texts in a manifest that the editor shows. */
export function findManifestTexts(manifest: unknown): ManifestText[] {
  return find(manifest, [], false);
}

function find(value: unknown, path: readonly string[], isShown: boolean): ManifestText[] {
  if (typeof value === 'string') return isShown ? [{ path: path.join('.'), text: value }] : [];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => find(each, [...path, String(index)], isShown));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !modelMembers.test(name))
    .flatMap(([name, each]) => find(each, [...path, name], isShownIn(path, name)));
}

/** Views have names instead of titles. */
function isShownIn(path: readonly string[], name: string): boolean {
  return shownMembers.test(name) || (name === 'name' && path[1] === 'views');
}
