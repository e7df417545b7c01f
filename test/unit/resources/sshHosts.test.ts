import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  findHost,
  findInvalid,
  hasAddress,
  isIncluded,
  type SshHost,
  withHosts,
  withInclude,
  withoutHosts,
} from '../../../src/resources/sshHosts';

const direct = { jumpHost: '', identityFile: '' };
const shop = { id: 'shop-1a', label: 'Shop' };
const blog = { id: 'blog-2b', label: 'Blog' };

function host(id: number, name: string, address: unknown = `203.0.113.${id}`): SshHost {
  return { id, name, address, user: 'deploy', port: 22 };
}

/** What SSH finds for a host, read as ssh_config(5) says: the first value of each keyword counts. */
function resolve(files: Readonly<Record<string, string>>, name: string): Map<string, string> {
  const found = new Map<string, string>();
  const read = (text: string, isFor: boolean): void => {
    let applies = isFor;
    for (const line of text.split(/\r?\n/)) {
      const [, keyword = '', value = ''] = /^\s*(\w+)[\s=]+(.*?)\s*$/.exec(line) ?? [];
      if (/^\s*#/.test(line) || keyword === '') continue;
      const key = keyword.toLowerCase();
      if (key === 'host')
        applies = isFor && value.split(/\s+/).some((each) => each === name || each === '*');
      else if (key === 'match') applies = isFor && value === 'all';
      else if (key === 'include') read(files[value] ?? '', applies);
      else if (applies && !found.has(key)) found.set(key, value);
    }
  };
  read(files['config'] ?? '', true);
  return found;
}

/** A configuration as people write it. */
const configs = fc
  .array(
    fc.constantFrom(
      'Host *',
      'Host own',
      'Match all',
      'Include server-management.conf',
      'Include other.conf',
      '  User me',
      '  HostName 192.0.2.1',
      '  Port 2200',
      '# Host comment',
      '',
    ),
    { maxLength: 12 },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));

const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'web 1',
    '*',
    '!web',
    '-oProxyCommand=x',
    'a\nHost *',
    'Größe',
    '東京',
    '..',
    'WEB-1',
  ),
);

describe('SSH hosts', () => {
  it('stand in one file with what is known of each server', () => {
    const hosts = [
      { ...host(7, 'web 1'), user: undefined, port: 2222 },
      host(8, 'Web 1', '2001:db8::8'),
      host(9, 'elsewhere', 'db.example.com'),
    ];
    const route = { jumpHost: 'me@jump.example.com:2200', identityFile: '~/.ssh/own key' };
    assert.equal(
      withHosts('', shop, hosts, route),
      `# Written by Server Management Explorer, which replaces your changes.

# account shop-1a

# server 7
Host shop-web-1
  HostName 203.0.113.7
  Port 2222
  ProxyJump me@jump.example.com:2200
  IdentityFile "~/.ssh/own key"

# server 8
Host shop-web-1-8
  HostName 2001:db8::8
  User deploy
  Port 22
  ProxyJump me@jump.example.com:2200
  IdentityFile "~/.ssh/own key"
`,
    );
  });

  it('are found by any SSH client, whatever the configuration says, which stays as it is', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const hosts = withHosts('', shop, [host(7, 'web')], direct);
        const after = withInclude(config);
        assert.ok(after.endsWith(config));
        assert.ok(isIncluded(after));
        assert.equal(withInclude(after), after);
        const found = resolve({ config: after, 'server-management.conf': hosts }, 'shop-web');
        assert.equal(found.get('hostname'), '203.0.113.7');
        assert.equal(found.get('user'), 'deploy');
        const before = resolve({ config }, 'own');
        assert.deepEqual(
          resolve({ config: after, 'server-management.conf': hosts }, 'own'),
          before,
        );
      }),
    );
  });

  it('contain no line that a name, an address or a setting could add', () => {
    const line =
      /^(|# Written by .*|# account shop-1a|# server [\w-]+|Host [a-z0-9][a-z0-9.-]*| {2}(HostName [\da-f.:]+|User deploy|Port 22))$/;
    const odd = fc.record({
      id: fc.oneof(fc.integer(), words),
      name: words,
      address: fc.oneof(words, fc.anything(), fc.ipV4(), fc.ipV6()),
      user: fc.constant('deploy'),
      port: fc.constant(22),
    });
    fc.assert(
      fc.property(words, fc.array(odd), (label, hosts) => {
        const text = withHosts('', { ...shop, label }, hosts, direct);
        for (const each of text.split('\n')) assert.match(each, line);
        assert.equal(text.match(/^Host /gm)?.length ?? 0, hosts.filter(hasAddress).length);
      }),
    );
  });

  it('are replaced and removed account by account', () => {
    const one = withHosts('', shop, [host(1, 'a'), host(2, 'b')], direct);
    const both = withHosts(one, blog, [host(1, 'a', '198.51.100.1')], direct);
    const again = withHosts(both, shop, [host(2, 'c')], direct);
    assert.equal(findHost(both, shop.id, 1, '203.0.113.1'), 'shop-a');
    assert.equal(findHost(both, blog.id, 1, '198.51.100.1'), 'blog-a');
    assert.equal(findHost(again, shop.id, 1, '203.0.113.1'), undefined);
    assert.equal(findHost(again, shop.id, 2, '203.0.113.2'), 'shop-c');
    assert.equal(
      withoutHosts(again, shop.id),
      withHosts('', blog, [host(1, 'a', '198.51.100.1')], direct),
    );
    assert.equal(withHosts(again, shop, [host(2, 'c')], direct), again);
  });

  it("don't stand for a server whose address changed since they were written", () => {
    const text = withHosts('', shop, [host(1, 'a'), host(11, 'b')], direct);
    assert.equal(findHost(text, shop.id, 11, '203.0.113.11'), 'shop-b');
    assert.equal(findHost(text, shop.id, 1, '203.0.113.11'), undefined);
    assert.equal(findHost(text, 'shop', 1, '203.0.113.1'), undefined);
  });

  it('never have the name of a host of another account', () => {
    const one = withHosts('', shop, [host(1, 'a')], direct);
    const both = withHosts(one, { ...blog, label: 'shop' }, [host(5, 'a')], direct);
    assert.deepEqual(both.match(/^Host .*/gm), ['Host shop-a', 'Host shop-a-5']);
  });

  it('take no setting that means something else in the file', () => {
    for (const jumpHost of ['-oProxyCommand=x', 'a b', 'a,', 'a\nHost *', 'a;b', '$(x)']) {
      assert.equal(findInvalid({ ...direct, jumpHost }), 'jumpHost', jumpHost);
    }
    for (const identityFile of ['a"b', 'a\nb']) {
      assert.equal(findInvalid({ ...direct, identityFile }), 'identityFile');
    }
    const jumpHost = 'me@one.example:22,[2001:db8::1]:22';
    assert.equal(findInvalid({ jumpHost, identityFile: String.raw`C:\Keys\my key` }), undefined);
  });
});
