import assert from 'node:assert/strict';
import { newWebApplication } from '../support/newWebApplications';
import { allTests } from '../support/eachTest';
import { SandboxCalls } from './sandboxCalls';

const pair = { Authorization: `Basic ${Buffer.from('the-key:the-secret').toString('base64')}` };
const alias = { ...newWebApplication, name: 'mirror', domainName: 'mirror.example.com' };
const key = {
  label: 'laptop',
  username: 'webmaster',
  publicKey: 'ssh-ed25519 AAAA',
  temporary: false,
};

/** What clients of this family send beside the reference, in literal form. */
const withToken: readonly (readonly [call: string, body?: object])[] = [
  ['POST /api/v3/servers/1/webapps/101/alias', alias],
  ['GET /api/v3/static/ssl/protocols?webServer=nginx'],
  ['GET /api/v2/static/databases/collations'],
  ['GET /api/v2/servers/1/sshcredentials'],
  ['POST /api/v2/servers/1/sshcredentials', key],
  ['GET /api/v2/servers/1/sshcredentials/101'],
  ['DELETE /api/v2/servers/1/sshcredentials/101'],
  ['DELETE /api/v3/servers/1/databaseusers/101'],
];

/** What they read under v2 with the key and secret of an old personal space. */
const withPair = [
  '/servers',
  '/servers/1',
  '/servers/1/stats',
  '/servers/1/hardwareinfo',
  '/servers/1/health/latest',
  '/servers/1/php/version',
  '/servers/1/logs',
  '/servers/1/services',
  '/servers/1/supervisors',
  '/servers/1/security/firewalls',
  '/servers/1/users',
  '/servers/1/databases',
  '/servers/1/webapps',
  '/servers/1/webapps/101',
  '/servers/1/webapps/101/settings',
  '/servers/1/webapps/101/domains',
  '/servers/1/webapps/104/git',
];

describe('A client that nobody here wrote, against the sandbox', () => {
  const calls = allTests(() => SandboxCalls.start());

  async function answered(call: string, body?: object, headers = {}): Promise<boolean> {
    const [method = '', path = ''] = call.split(' ');
    const sent = { headers, ...(body ? { body } : {}) };
    return (await calls.service.send(method, path, sent)).status === 200;
  }

  it('gets 200 for each of its requests', async () => {
    const refused: string[] = [];
    for (const [call, body] of withToken) if (!(await answered(call, body))) refused.push(call);
    for (const path of withPair)
      if (!(await answered(`GET /api/v2${path}`, undefined, pair))) refused.push(path);
    assert.deepEqual(refused, []);
    const all = withToken.length + withPair.length;
    console.log(`${all - refused.length} of ${all} requests of a foreign client answered 200`);
  });

  it('gets an alias that names the first web application, and the known protocols', async () => {
    const listed = await calls.service.readAll('/api/v3/servers/1/webapps');
    assert.equal(listed.find(({ name }) => name === 'mirror')?.['alias'], 101);
    assert.deepEqual(await calls.service.read('/api/v3/static/ssl/protocols'), [
      { id: 1, name: 'TLSv1.1' },
      { id: 2, name: 'TLSv1.2' },
      { id: 3, name: 'TLSv1.3' },
    ]);
  });
});
