import type { Context, RootHookObject } from 'mocha';
import { takePictures } from '../harness/workbench';

/** Takes a screenshot after every failed end-to-end test. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    await takePictures(`failed-${test.fullTitle().replaceAll(/[^\w]+/g, '-')}`);
  },
};
