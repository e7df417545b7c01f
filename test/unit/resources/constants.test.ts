import assert from 'node:assert/strict';
import { nameConstant, namePhp, nameProvider } from '../../../src/resources/names/constants';
import { inLanguage } from '../../support/languages/inLanguage';

const name = (value: unknown): unknown => nameConstant(value);

describe('The word for a value that a service sends', () => {
  it('is what people call it', () => {
    assert.deepEqual(['wordpress', 'nginx', 'php83', 'nativenginx', 'alias', 'github'].map(name), [
      'WordPress',
      'NGINX',
      'PHP 8.3',
      'Native NGINX',
      'Alias',
      'GitHub',
    ]);
  });

  it('is in the language of the person', () =>
    inLanguage('de', { Alias: 'Aliasname' }, () => {
      assert.equal(nameConstant('alias'), 'Aliasname');
    }));

  it('is the value as sent if nothing is known of it', () => {
    const odd = ['own hardware', 'constructor', '', null, undefined, 83, {}];
    assert.deepEqual(odd.map(name), odd);
  });
});

describe('The name of a provider', () => {
  it('is proper, and free text stays as a person typed it', () => {
    assert.deepEqual(['digitalocean', 'Vultr', 'static', 'own hardware', 7].map(nameProvider), [
      'DigitalOcean',
      'Vultr',
      'static',
      'own hardware',
      7,
    ]);
  });
});

describe('A version of PHP', () => {
  it('is written as people write it', () => {
    assert.deepEqual(['php83', 'php710', 'PHP8.3', 'php-8.3'].map(namePhp), [
      'PHP 8.3',
      'PHP 7.10',
      'PHP 8.3',
      'PHP 8.3',
    ]);
  });

  it("stays as the service returned it if it isn't meaningful", () => {
    const odd = ['php83rc', 'php', 'php8.3-fpm', 'custom', '', null, undefined, 83, {}];
    assert.deepEqual(odd.map(namePhp), odd);
  });
});
