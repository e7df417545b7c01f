import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../test/harness/system/paths';

/** The manifest's data for the reference, its placeholders filled with the English texts. */
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac: string;
    }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command?: string; readonly when?: string }[]>
    >;
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly default: unknown; readonly markdownDescription: string }>
      >;
    };
    readonly languageModelTools: readonly {
      readonly toolReferenceName: string;
      readonly modelDescription: string;
    }[];
  };
}

/** Reads the manifest of the extension. */
export function readManifest(): Manifest {
  const texts = JSON.parse(readText('package.nls.json')) as Readonly<Record<string, string>>;
  return JSON.parse(readText('package.json'), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^%(.+)%$/, (whole, key: string) => texts[key] ?? whole)
      : value,
  ) as Manifest;
}

function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
