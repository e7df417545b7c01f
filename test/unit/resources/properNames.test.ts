import assert from 'node:assert/strict';
import { toProperName } from '../../../src/resources/kinds/properNames';

describe('The name of software', () => {
  it('is written as people write it', () => {
    assert.deepEqual(['wordpress', 'nginx', 'php83', 'php710'].map(toProperName), [
      'WordPress',
      'NGINX',
      'PHP 8.3',
      'PHP 7.10',
    ]);
  });

  it("stays as the service returned it if it isn't meaningful", () => {
    const odd = ['custom', 'php', 'php8.3-fpm', '', null, undefined, 83, {}];
    assert.deepEqual(odd.map(toProperName), odd);
  });
});
