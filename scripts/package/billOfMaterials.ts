import type { BundledPackage } from './bundled';

/** A bill of materials' description of the extension itself. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * A bill of materials in CycloneDX 1.6 (JSON): the packages whose code is in the extension. It has no
 * date and no serial number, so that equal packages have equal bills.
 */
export function toBillOfMaterials(
  { name, version, license }: Product,
  bundled: readonly BundledPackage[],
): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, licenses: [{ license: { id: license } }] },
    },
    components: bundled.map((each) => ({
      type: 'library',
      'bom-ref': toPurl(each),
      name: each.name,
      version: each.version,
      purl: toPurl(each),
      licenses: [{ license: { id: each.license } }],
    })),
  };
}

/** The package's address in the form that scanners look it up by (package URL). */
function toPurl({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
