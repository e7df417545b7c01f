import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import {
  toDatabaseAddress,
  toFollow,
  toLogPaths,
  toServerPath,
  toShellIn,
  toSshArguments,
  toSshCommandLine,
} from '../../../src/resources/ssh';
import { law } from '../../support/laws/law';
import { shells } from '../../support/shells';

const serverPath = fc
  .array(
    fc.constantFrom('a', 'ü', ' ', "'", '$', '`', '"', '%', '&', ';', '(', '^', '”', '|', '<', '-'),
  )
  .map((characters) => `/srv/${characters.join('')}`);

const target = { host: '192.0.2.20', user: 'deploy', port: 22 };
const usual = ['{home}/logs/nginx/{name}_access.log', '{home}/logs/nginx/{name}_error.log'];

describe('SSH commands', () => {
  it('start a shell, also on another port or at an IPv6 address', () => {
    assert.deepEqual(toSshArguments(target), ['-p', '22', '-l', 'deploy', '--', '192.0.2.20']);
    assert.deepEqual(toSshArguments({ host: '2001:db8:7::1', user: 'www-data', port: 2222 }), [
      '-p',
      '2222',
      '-l',
      'www-data',
      '--',
      '2001:db8:7::1',
    ]);
  });

  it('run a command in a terminal of their own', () => {
    assert.deepEqual(
      toSshArguments(target, { command: toShellIn('/home/shop/webapps/app', '$SHELL') }),
      [
        '-t',
        '-p',
        '22',
        '-l',
        'deploy',
        '--',
        '192.0.2.20',
        'cd /home/shop/webapps/app; exec $SHELL -l',
      ],
    );
  });

  it('forward a local port, reachable only from this machine', () => {
    const tunnel = { localPort: 41_233, remotePort: 3306 };
    assert.deepEqual(toSshArguments({ ...target, port: 2222 }, { tunnel }), [
      '-N',
      '-o',
      'ExitOnForwardFailure=yes',
      '-L',
      '127.0.0.1:41233:127.0.0.1:3306',
      '-p',
      '2222',
      '-l',
      'deploy',
      '--',
      '192.0.2.20',
    ]);
    assert.equal(toDatabaseAddress(41_233), 'mysql://127.0.0.1:41233/');
    assert.equal(toDatabaseAddress(41_233, 'a/b?c=@d'), 'mysql://127.0.0.1:41233/a%2Fb%3Fc%3D%40d');
  });

  for (const [folder, command] of [
    ['/srv/my app', "cd '/srv/my app'; exec $SHELL -l"],
    ["/srv/it's", String.raw`cd '/srv/it'\''s'; exec $SHELL -l`],
    ['/srv/"a"', `cd '/srv/"a"'; exec $SHELL -l`],
    ['/srv/$(reboot)', "cd '/srv/$(reboot)'; exec $SHELL -l"],
    ['/srv/`reboot`;reboot', "cd '/srv/`reboot`;reboot'; exec $SHELL -l"],
    ['/-rf', 'cd /-rf; exec $SHELL -l'],
  ] as const) {
    it(`quote a folder for the server's shell: ${folder}`, () => {
      assert.equal(toServerPath(folder), folder);
      assert.equal(toShellIn(folder, '$SHELL'), command);
      assert.equal(asShellReads(command.replace(/^cd |; exec .*$/g, '')), folder);
    });
  }

  for (const path of [
    '-rf /',
    '~/x',
    'relative',
    '',
    '/a\nreboot',
    '/a\rreboot',
    '/a\0b',
    '/a\u2028b',
    '/a\u202Eb',
    String.raw`/a\'; reboot; '`,
    '/a!b',
    `/${'a'.repeat(5_000)}`,
    undefined,
    null,
    7,
  ]) {
    it(`reject the path ${JSON.stringify(path)?.slice(0, 30)}`, () => {
      assert.equal(toServerPath(path), undefined);
    });
  }

  it('follow logs under the name of the web application', () => {
    const paths = toLogPaths(usual, { name: 'shop', rootPath: '/home/webmaster/webapps/shop' });
    assert.deepEqual(paths, [
      '/home/webmaster/logs/nginx/shop_access.log',
      '/home/webmaster/logs/nginx/shop_error.log',
    ]);
    assert.equal(
      toFollow(paths ?? []),
      'tail -n 50 -F -- /home/webmaster/logs/nginx/shop_access.log /home/webmaster/logs/nginx/shop_error.log',
    );
    const [odd = ''] = toLogPaths(['/log/{name}'], { name: "a'b $(x)", rootPath: null }) ?? [];
    const quoted = toFollow([odd]).replace('tail -n 50 -F -- ', '');
    assert.equal(quoted, String.raw`'/log/a'\''b $(x)'`);
    assert.equal(asShellReads(quoted), odd);
  });

  for (const [name, rootPath] of [
    ['../../etc/shadow', '/home/w/webapps/x'],
    ['..', '/home/w/webapps/x'],
    ['a\nb', '/home/w/webapps/x'],
    ['shop', null],
    ['shop', '/home/\n/x'],
    [undefined, '/home/w/webapps/x'],
  ] as const) {
    it(`reject logs of "${JSON.stringify(name)}" in ${JSON.stringify(rootPath)}`, () => {
      assert.equal(toLogPaths(usual, { name, rootPath }), undefined);
    });
  }

  it('reject logs without configured paths', () => {
    assert.equal(toLogPaths([], { name: 'shop', rootPath: '/home/w/webapps/x' }), undefined);
  });

  for (const [shell, read] of Object.entries(shells)) {
    law(
      `mean the same when they are pasted into ${shell}, or aren't offered`,
      { runs: 300 },
      fc.property(serverPath, (path) => {
        for (const command of [toShellIn(path, 'bash'), toFollow([path])]) {
          const args = toSshArguments(target, { command });
          const line = toSshCommandLine(args);
          if (line === undefined) assert.match(path, /[$`"%“”„]/);
          else assert.deepEqual(read(line), ['ssh', ...args], line);
        }
      }),
    );
  }

  it('are offered for usual paths and for tunnels', () => {
    const tunnel = { localPort: 41_233, remotePort: 3306 };
    const login = { ...target, host: '2001:db8:7::1' };
    for (const args of [
      toSshArguments(login, { tunnel }),
      ...["/srv/it's a (new) & big/büro", '/srv/a;b'].map((path) =>
        toSshArguments(login, { command: toShellIn(path, 'bash') }),
      ),
    ]) {
      const line = toSshCommandLine(args) ?? assert.fail(args.join(' '));
      for (const read of Object.values(shells)) assert.deepEqual(read(line), ['ssh', ...args]);
      if (process.platform === 'win32') continue;
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${line}`]).toString();
      assert.deepEqual(words.trimEnd().split('\n'), ['ssh', ...args]);
    }
  });

  it('never hand a name from the service to a shell that would run it', () => {
    for (const name of ['$(calc)', '`calc`', '%PATH%', '"& calc &"', '”; calc; “', '${x}']) {
      const [path = ''] = toLogPaths(['/log/{name}'], { name, rootPath: null }) ?? [];
      assert.equal(
        toSshCommandLine(toSshArguments(target, { command: toFollow([path]) })),
        undefined,
      );
    }
  });
});

/** A quoted word as read by a shell, which Windows may lack. */
function asShellReads(word: string): string {
  const [modelled] = shells['sh, bash and Git Bash']?.(word) ?? [];
  if (process.platform !== 'win32') {
    assert.equal(execFileSync('sh', ['-c', `printf %s ${word}`]).toString(), modelled);
  }
  return modelled ?? '';
}
