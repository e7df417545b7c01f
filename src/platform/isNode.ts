/** Whether this is Node, where VS Code runs extensions on desktops and servers; else a browser. */
export const isNode = typeof process === 'object' && typeof process.versions?.node === 'string';
