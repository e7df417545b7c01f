import path from 'node:path';

/** The repository: npm runs every script, and the harness every child, in this folder. */
export const root = process.cwd();

/** Where downloads are kept between runs (also by `@vscode/test-electron`); not under version control. */
export const downloads = path.join(root, '.vscode-test');

/** The build's output: compiled tests and harness, and the screenshots of tests. */
export const out = path.join(root, 'out');
