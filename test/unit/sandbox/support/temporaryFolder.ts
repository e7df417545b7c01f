import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives each test of the enclosing suite an empty folder, and returns a function with its path. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
