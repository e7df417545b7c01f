import type { BundledPackage } from './bundled';

/** The licenses of third-party code in the extension, as they require. */
export function toNotices(bundled: readonly BundledPackage[]): string {
  const parts = bundled.map(
    ({ name, version, license, licenseText }) =>
      `${name} ${version} (${license})\n\n${licenseText}\n`,
  );
  return `Server Management Explorer contains code of these packages:\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
