import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { sharedSslKind } from '../../../src/resources/kinds/sharedSsl';
import type { Resource, ResourceId } from '../../../src/resources/kinds/kind';
import { allTests } from '../../support/eachTest';

const day = 86_400_000;

function words(resource: Resource): readonly unknown[] {
  const { description, icon } = sharedSslKind.present(resource);
  return [String(description), icon?.id];
}

function basic(days: number, more: object = {}): Resource {
  const validUntil = new Date(Date.now() + days * day).toISOString();
  return { advancedSSL: false, certificate: { id: 1, validUntil, ...more } };
}

describe('The row of the certificates of a web application', () => {
  it('always shows the mode', () => {
    assert.deepEqual(words({ advancedSSL: true }), [
      'Advanced mode · one for each domain',
      undefined,
    ]);
    assert.match(String(words(basic(60))[0]), /^until \w{3} \d{1,2}, \d{4} · Basic mode$/);
    assert.deepEqual(words({ advancedSSL: false, certificate: null }), [
      'No certificate · Basic mode',
      undefined,
    ]);
    assert.deepEqual(words({ advancedSSL: false }), [
      'Certificate unknown · Basic mode',
      undefined,
    ]);
    assert.deepEqual(words({ message: 'no' }), ['Mode unknown', undefined]);
  });

  it('warns before the shared certificate expires, and if it has expired or its renewal failed', () => {
    assert.deepEqual(words(basic(5.5)), ['Ends in 5 days · Basic mode', 'warning']);
    assert.deepEqual(words(basic(-3.5)), ['Expired 3 days ago · Basic mode', 'error']);
    const renewalDate = new Date(Date.now() - 3 * day).toISOString();
    const [description, icon] = words(basic(25, { renewalDate }));
    assert.match(String(description), /^Renewal failed · until \w{3} \d{1,2}, \d{4} · Basic mode$/);
    assert.equal(icon, 'error');
  });

  describe('of a service', () => {
    const world = allTests(startActionWorld);

    async function read(...ids: ResourceId[]): Promise<[Resource, string[]]> {
      const { client } = world.context(new ScriptedPrompts());
      await world.probe.forgetRequests();
      const resource = await client.read({ account: 'service', kind: 'sharedSsl', ids });
      return [resource, (await world.probe.requests()).map(({ path }) => path)];
    }

    it('only reads the shared certificate in basic mode', async () => {
      const [advanced, once] = await read(1, 101);
      assert.equal(advanced['advancedSSL'], true);
      assert.deepEqual(once, ['/api/v3/servers/1/webapps/101/ssl/advanced']);
      const [shared, twice] = await read(3, 303);
      assert.equal((shared['certificate'] as Resource)['id'], 303);
      assert.deepEqual(twice, [
        '/api/v3/servers/3/webapps/303/ssl/advanced',
        '/api/v3/servers/3/webapps/303/ssl',
      ]);
    });

    it('knows that there is no certificate, and keeps no key', async () => {
      assert.equal((await read(1, 104))[0]['certificate'], null);
      assert.equal((await read(3, 304))[0]['certificate'], null);
      const [{ certificate }] = await read(3, 303);
      assert.ok(!('privateKey' in (certificate as Resource)));
    });
  });
});
