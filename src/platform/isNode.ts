/** True where VS Code runs extensions on desktops and servers; false in a browser. */
export const isNode = typeof process === 'object' && typeof process.versions?.node === 'string';
