import type { Context, RootHookObject } from 'mocha';
import { takePictures } from '../harness/workbench';

/** Around every end-to-end test: one that fails leaves a picture. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    await takePictures(`failed-${test.fullTitle().replaceAll(/[^\w]+/g, '-')}`);
  },
};
