import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from '../figure';
import { root } from '../../harness/system/paths';
import { packageLimit } from '../../support/packageLimit';

const kilobyte = 1024;

/** The size of a package, and of its code that is loaded at activation, compared with their limits. */
export async function measureSizes(file: string): Promise<readonly Figure[]> {
  const { size: code } = await stat(path.join(root, 'dist/extension.js'));
  const { size } = await stat(file);
  const toFigure = (name: string, bytes: number, limit: number): Figure => ({
    name,
    unit: 'KB',
    floor: 'its limit',
    runs: [{ ours: bytes / kilobyte, floor: limit }],
    target: 1,
  });
  return [
    toFigure('code loaded at activation', code, 150),
    toFigure('package (.vsix)', size, packageLimit),
  ];
}
