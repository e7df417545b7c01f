import assert from 'node:assert/strict';
import { type KindId, findKind } from '../../../src/resources/kinds/kinds';

/** A row's description and the values in its tooltip. */
function textsOf(kind: KindId, resource: object): readonly string[] {
  const { description, facts = [] } = findKind(kind).present({ id: 1, ...resource });
  return [description, ...facts.map(([, value]) => value)].map((text) => String(text ?? ''));
}

describe('A value that a service sends, in a row and its tooltip', () => {
  const cases: readonly (readonly [KindId, object, readonly string[]])[] = [
    [
      'webApplication',
      { type: 'custom', phpVersion: 'php83', stack: 'nativenginx', stackMode: 'development' },
      ['Custom · PHP 8.3', 'Custom', 'PHP 8.3', 'Native NGINX, Development'],
    ],
    [
      'domain',
      { type: 'redirect', redirection: 'non-www', status: 'Active' },
      ['Redirect · Active', 'Redirect', 'To non-www'],
    ],
    ['gitRepository', { provider: 'github' }, ['GitHub']],
    ['integration', { service: 'upcloudobjectstorage' }, ['UpCloud Object Storage']],
    ['ssl', { method: 'letsencrypt' }, ["Let's Encrypt"]],
    ['hubCache', { nginxCacheType: 'native', status: 'Completed' }, ['Native · Completed']],
    ['atomicProject', { latestDeployment: { status: 'COMPLETED' } }, ['deployed']],
  ];
  for (const [kind, resource, words] of cases) {
    it(`has a word: ${kind}`, () => {
      const texts = textsOf(kind, resource);
      assert.deepEqual(
        words.filter((word) => !texts.includes(word)),
        [],
        texts.join('\n'),
      );
    });
  }
});
