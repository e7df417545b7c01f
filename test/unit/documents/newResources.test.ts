import assert from 'node:assert/strict';
import { newWebApplication } from '../../support/newWebApplications';
import {
  type Creation,
  secretFields,
  toDraftContent,
} from '../../../src/documents/creations/creation';
import { creationFor, creations } from '../../../src/documents/creations/creations';
import type { Field, FieldContext, Setting } from '../../../src/documents/creations/fields';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import type { KindId } from '../../../src/resources/kinds/kinds';

type Asked = Exclude<Field, { type: 'settings' }> | Setting;

/** The new resources by their names in these tests: a WordPress site is a web application. */
type New = KindId | 'wordPress';

const all: readonly New[] = [...(Object.keys(creations) as KindId[]), 'wordPress'];

function creationOf(what: New): Creation {
  const found =
    what === 'wordPress' ? creationFor('webApplication', { type: 'wordpress' }) : creations[what];
  return found ?? assert.fail(`no ${what} can be created`);
}

/** The questions about a new resource, with each setting as a question. */
function questions(what: New): readonly Asked[] {
  return creationOf(what)
    .fields()
    .flatMap((field): readonly Asked[] => (field.type === 'settings' ? field.fields : [field]));
}

function question(what: New, name: string): Asked {
  return questions(what).find((each) => each.name === name) ?? assert.fail(`${what}: no ${name}`);
}

/** The options of a question with a fixed list; undefined if it has none. */
function offered(field: Asked): readonly (JsonValue | undefined)[] | undefined {
  if (field.type !== 'choice') return undefined;
  const nothing = {} as FieldContext;
  const target = { account: 'service', kind: 'server', parents: [] } as const;
  try {
    const options = field.options(nothing, target, new AbortController().signal);
    if (Array.isArray(options)) return options.map(({ value }) => value);
    // What the service would have to be asked for isn't known here.
    Promise.resolve(options).catch(() => undefined);
    return undefined;
  } catch {
    return undefined;
  }
}

/** The names of all questions about new resources for which something is true. */
function namesWhere(test: (field: Asked) => boolean): Partial<Record<New, string[]>> {
  return Object.fromEntries(
    all.flatMap((what) => {
      const names = questions(what)
        .filter(test)
        .map(({ name = '' }) => name);
      return names.length > 0 ? [[what, names]] : [];
    }),
  );
}

/** A question's error for a typed text. */
function verdict(what: New, name: string, typed: string): string | undefined {
  const field = question(what, name);
  return 'validate' in field ? field.validate?.(typed) : undefined;
}

/** A question's warning about a typed text that it accepts. */
function warning(what: New, name: string, typed: string): string | undefined {
  const field = question(what, name);
  return 'warn' in field ? field.warn?.(typed) : undefined;
}

describe('A text about a new resource', () => {
  // A bell, a blank without width, an embedding from right to left, and a blank that looks like none.
  const invisible = ['\u0007', '\u200b', '\u202e', '\u2800'];

  it('has no characters that nobody sees, whatever it is about', () => {
    const accepted = all.flatMap((what) =>
      questions(what).flatMap((field) => {
        if (field.type !== 'text') return [];
        const between = invisible.filter((each) => field.validate?.(`a${each}b`) === undefined);
        return between.length > 0 ? [`${what} ${field.name}`] : [];
      }),
    );
    assert.deepEqual(accepted, []);
    assert.equal(
      verdict('webApplication', 'name', 'shop\u200b'),
      'Remove the invisible characters: shop\ufffd',
    );
  });

  it('may have any other character, where nothing says otherwise', () => {
    for (const name of ['My shop', 'Läden', '店', '👩‍💻', "O'Neill & <Co>"]) {
      for (const what of ['webApplication', 'database', 'cronJob', 'server'] as const) {
        const field = what === 'cronJob' ? 'label' : 'name';
        assert.equal(verdict(what, field, name), undefined, `${what} ${name}`);
      }
    }
  });
});

describe('A new resource with unchanged defaults', () => {
  const {
    name: _name,
    domainName: _domain,
    user: _user,
    phpVersion: _php,
    ...usual
  } = newWebApplication;
  const starts: readonly (readonly [New, JsonObject])[] = [
    ['server', { installationType: 'native', webServerType: 'nginx', databaseType: 'mariadb' }],
    ['webApplication', usual],
    ['wordPress', { ...usual, dbPrefix: 'wp_' }],
    ['gitRepository', { provider: 'github', branch: 'main' }],
    ['domain', { type: 'alias', www: false, redirection: 'none' }],
    [
      'ssl',
      {
        provider: 'letsencrypt',
        authorizationMethod: 'http-01',
        environment: 'live',
        enableHttp: true,
        enableHsts: false,
        autoSSL: false,
        advancedSSL: true,
      },
    ],
    ['waf', { isEnabled: true, paranoia: 1, anomaly: 5 }],
    [
      'hubCache',
      {
        cacheType: 'native',
        redisObjectCache: false,
        cacheFolderSize: 256,
        cacheValidMinute: 30,
      },
    ],
    ['supervisorJob', { binary: '', numprocs: 1, autoStart: true, autoRestart: true }],
    ['firewallRule', { type: 'rich', port: 443, protocol: 'tcp', firewallAction: 'accept' }],
    ['sshKey', { temporary: false }],
    ['atomicProject', { autoDeploy: false }],
  ];

  for (const [what, start] of starts) {
    it(`has the services' own defaults: ${what}`, () => {
      const content = toDraftContent(creationOf(what));
      for (const [name, value] of Object.entries(start))
        assert.deepEqual(content[name], value, name);
    });
  }

  it('runs every day at three, in five cron fields', () => {
    const { minute, hour, dayOfMonth, month, dayOfWeek, time } = toDraftContent(
      creationOf('cronJob'),
    );
    assert.deepEqual([minute, hour, dayOfMonth, month, dayOfWeek], ['0', '3', '*', '*', '*']);
    assert.equal(time, undefined);
  });

  it('has no process settings of an unused process manager', () => {
    const content = toDraftContent(creationOf('webApplication'));
    assert.deepEqual(
      Object.keys(content).filter((name) => name.endsWith('Servers')),
      [],
    );
  });

  it('is the same whether a draft is sent unchanged or Enter is pressed at each question', () => {
    let texts = 0;
    for (const what of all) {
      const draft = toDraftContent(creationOf(what));
      for (const field of questions(what)) {
        const [first] = offered(field) ?? [];
        const start = draft[field.name ?? ''];
        const text = 'value' in field ? field.value : undefined;
        if (text && start !== undefined) {
          const shown = typeof start === 'number' ? String(start) : start;
          assert.equal(text, shown, `${what}: ${field.name}`);
          texts += 1;
        }
        if (typeof first !== 'boolean' || start === undefined) continue;
        assert.equal(first, start, `${what}: ${field.name}`);
      }
    }
    assert.ok(texts > 0, 'no text is offered');
  });
});

describe('The questions about a new resource', () => {
  it("only accept an empty answer if the service doesn't require a value", () => {
    assert.deepEqual(
      namesWhere((field) => 'isOptional' in field && (field.isOptional ?? false)),
      {
        webApplication: ['publicPath', 'disableFunctions', 'openBasedir'],
        wordPress: ['publicPath', 'dbPrefix', 'disableFunctions', 'openBasedir'],
        waf: ['paranoia', 'anomaly'],
        hubCache: ['cacheFolderSize', 'cacheValidMinute'],
        systemUser: ['password'],
        database: ['collation'],
        integration: ['username', 'url', 'region'],
      },
    );
    for (const [what, name] of [
      ['webApplication', 'publicPath'],
      ['integration', 'region'],
      ['systemUser', 'password'],
    ] as const) {
      assert.equal(verdict(what, name, ''), undefined, name);
    }
    for (const [what, name] of [
      ['server', 'name'],
      ['cronJob', 'command'],
      ['database', 'name'],
      ['sshKey', 'label'],
    ] as const) {
      assert.equal(verdict(what, name, ''), 'Enter a value, or press Escape to cancel.', name);
    }
  });

  it("allow typing a value that isn't in the list, except for yes or no", () => {
    const closed = namesWhere((field) => {
      const isFlag = typeof offered(field)?.[0] === 'boolean';
      return field.type === 'choice' && !isFlag && field.isOpen !== true;
    });
    // It's sent as a number that no one knows by heart.
    assert.deepEqual(closed, { webApplication: ['user'], wordPress: ['user'] });
    const openFlags = namesWhere((field) => {
      const isFlag = typeof offered(field)?.[0] === 'boolean';
      return field.type === 'choice' && isFlag && field.isOpen === true;
    });
    assert.deepEqual(openFlags, {});
  });

  it('generate passwords, but not secrets of other services', () => {
    const secrets = all.flatMap((what) =>
      secretFields(creationOf(what)).map((field) => `${what}.${field.name}`),
    );
    assert.deepEqual(secrets, [
      'systemUser.password',
      'databaseUser.password',
      'integration.secret',
      'wordPress.password',
      'wordPress.dbPassword',
    ]);
    const generated = namesWhere((field) => field.type === 'secret' && field.isGenerated);
    assert.deepEqual(generated, {
      systemUser: ['password'],
      databaseUser: ['password'],
      wordPress: ['password', 'dbPassword'],
    });
  });

  const short = 'Use at least 8 characters; 20 or more is better.';
  const range = 'Type a port from 1 to 65535, or a range such as 8000-8999.';
  const name =
    'Enter a user name such as deploy: at most 32 lower-case letters, digits, - and _, and no digit first.';
  const domain = 'Enter a domain such as www.example.org, without spaces or https://.';
  const domains = ['www.example.org', '*.example.org', 'xn--bcher-kva.example', 'Bücher.example'];
  const noDomains = [
    'example',
    'https://example.org',
    'a b.org',
    '-a.b',
    'a..b.org',
    'a.b-',
    'a.1',
  ];
  const key = 'Paste the content of a .pub file: it starts with ssh-, ecdsa- or sk-.';
  const address = 'Type an IP address, or a range such as 192.0.2.0/24.';
  const typed: readonly (readonly [New, string, string, readonly string[], readonly string[]])[] = [
    [
      'server',
      'ipAddress',
      'Enter an IPv4 or IPv6 address, such as 203.0.113.10.',
      ['203.0.113.10', '2001:db8::1'],
      ['x', '192.0.2.0/24'],
    ],
    ['firewallRule', 'port', range, ['443', '8000-8999', '65535'], ['0', '65536', '9-8', 'http']],
    ['firewallRule', 'ipAddress', address, ['', '192.0.2.7', '192.0.2.0/24'], ['192.0.2', 'home']],
    ['systemUser', 'password', 'Enter a value.', ['', 'x'], []],
    ['wordPress', 'dbPassword', 'Enter a value.', ['x'], ['']],
    ['integration', 'secret', 'Enter the secret.', ['x'], ['']],
    [
      'supervisorJob',
      'numprocs',
      'Type a whole number.',
      ['12', '0', '-1'],
      ['1.5', 'two', '9007199254740993'],
    ],
    ['waf', 'paranoia', 'Type a whole number.', ['4', '0'], ['x']],
    ['atomicProject', 'webApplication', 'Type a whole number.', ['0', '-3'], ['x']],
  ];

  for (const [what, name, message, accepted, refused] of typed) {
    it(`check the typed text: ${name} of a ${what}`, () => {
      for (const text of accepted) assert.equal(verdict(what, name, text), undefined, text);
      for (const text of refused) assert.equal(verdict(what, name, text), message, text);
    });
  }

  const low = 'The service may reject numbers below 1.';
  const unusual: readonly (readonly [New, string, string, readonly string[], readonly string[]])[] =
    [
      [
        'sshKey',
        'publicKey',
        key,
        ['', 'ssh-ed25519 AAAA me', 'sk-ssh-ed25519@openssh.com AA'],
        ['AAAA', 'ssh-rsa'],
      ],
      ['systemUser', 'username', name, ['', 'deploy', '_a-1'], ['two words', 'bad!', '1st', 'Ä']],
      ['databaseUser', 'username', name, ['shop'], ['two words', 'bad!', 'a'.repeat(33)]],
      ['wordPress', 'dbUser', name, ['shop'], ['bad!']],
      ['domain', 'name', domain, ['', ...domains], noDomains],
      ['webApplication', 'domainName', domain, domains, noDomains],
      ['systemUser', 'password', short, ['', 'eightyes'], ['sevenno']],
      ['databaseUser', 'password', short, ['', 'eightyes'], ['sevenno']],
      [
        'gitRepository',
        'repository',
        'Enter a repository such as owner/repository, without spaces or https://.',
        ['owner/repository', 'group/sub.group/my_site'],
        ['repository', 'a b/c', 'https://github.com/a/b', 'git@github.com:a/b.git', 'a/'],
      ],
      ['gitRepository', 'branch', "Branches can't contain spaces.", ['main', 'a/b'], ['a b']],
      ['supervisorJob', 'numprocs', low, ['', '1', '12'], ['0', '-1']],
      ['waf', 'paranoia', low, ['1', '4'], ['0']],
      ['atomicProject', 'webApplication', low, ['1'], ['0']],
      [
        'wordPress',
        'adminEmail',
        'Enter an email address such as admin@example.org.',
        ['me@example.org'],
        ['me', 'me@example', 'a b@example.org'],
      ],
    ];

  for (const [what, name, message, usual, odd] of unusual) {
    it(`only warn about a text that the reference allows: ${name} of a ${what}`, () => {
      for (const text of usual) assert.equal(warning(what, name, text), undefined, text);
      for (const text of odd) assert.equal(warning(what, name, text), message, text);
      for (const text of odd) assert.equal(verdict(what, name, text), undefined, text);
    });
  }

  it('only ask for address and action of a rich firewall rule', () => {
    const settings = creations.firewallRule?.fields().find(({ type }) => type === 'settings');
    const action = settings?.type === 'settings' ? settings.fields[1] : undefined;
    for (const field of [question('firewallRule', 'ipAddress'), action]) {
      assert.ok(field && 'when' in field);
      assert.equal(field.when?.({ type: 'rich' }), true);
      assert.equal(field.when?.({ type: 'global' }), false);
    }
  });

  it('only ask for the host and user of a repository if its provider has no host of its own', () => {
    for (const name of ['gitHost', 'gitUser']) {
      const field = question('gitRepository', name);
      assert.ok('when' in field);
      const asked = ['github', 'gitlab', 'bitbucket', 'selfhostedgitlab', 'custom'].filter(
        (provider) => field.when?.({ provider }),
      );
      assert.deepEqual(asked, ['selfhostedgitlab', 'custom']);
    }
  });
});

describe('A duplicate of a resource', () => {
  it('of a web application has the same folder below the root, and no domain yet', () => {
    const read = {
      id: 101,
      name: 'shop',
      server_user_id: 7,
      rootPath: '/home/runner/shop',
      phpVersion: 'php83',
      stack: 'nativenginx',
      stackMode: 'development',
    };
    const copied = toDraftContent(creationOf('webApplication'), {
      ...read,
      publicPath: '/home/runner/shop/public',
    });
    assert.equal(copied['publicPath'], '/public');
    assert.deepEqual([copied['user'], copied['domainName']], [7, '']);
    assert.deepEqual([copied['stack'], copied['stackMode']], ['nativenginx', 'development']);
    for (const publicPath of ['/srv/elsewhere', '/srv/home/runner/shop', null, undefined]) {
      const content = toDraftContent(creationOf('webApplication'), {
        ...read,
        ...(publicPath === undefined ? {} : { publicPath }),
      });
      assert.equal(content['publicPath'], '', String(publicPath));
    }
    const beside = { ...read, publicPath: '/home/runner/shop2/public' };
    assert.equal(toDraftContent(creationOf('webApplication'), beside)['publicPath'], '');
    const rootless = { ...read, rootPath: null, publicPath: '/public' };
    assert.equal(toDraftContent(creationOf('webApplication'), rootless)['publicPath'], '');
  });

  it('of an SSH key logs in as the same user, in every form that a service returns', () => {
    const key = { id: 5, label: 'Laptop', publicKey: 'ssh-ed25519 AAAA' };
    for (const user of ['runner', { id: 7, username: 'runner' }]) {
      const copied = toDraftContent(creationOf('sshKey'), { ...key, user });
      assert.equal(copied['username'], 'runner', JSON.stringify(user));
    }
  });

  it('of a git repository has the same repository, or none yet', () => {
    const read = { id: 5, provider: 'gitlab', branch: 'develop' };
    const repositoryData = { url: 'https://gitlab.com/shop/front', repo: 'shop/front' };
    const copied = toDraftContent(creationOf('gitRepository'), { ...read, repositoryData });
    assert.deepEqual(copied, { provider: 'gitlab', branch: 'develop', repository: 'shop/front' });
    for (const unknown of [null, 'shop/front']) {
      const content = toDraftContent(creationOf('gitRepository'), {
        ...read,
        repositoryData: unknown,
      });
      assert.equal(content['repository'], '');
    }
  });

  it('of a rich firewall rule keeps its address, action and port', () => {
    const rule = {
      type: 'rich',
      protocol: 'udp',
      ipAddress: '192.0.2.0/24',
      firewallAction: 'reject',
    };
    for (const port of ['53', 53]) {
      const copied = toDraftContent(creationOf('firewallRule'), { id: 1, ...rule, port });
      assert.deepEqual(copied, { ...rule, port: 53 });
    }
  });

  it("of a domain leaves out whether www is included if that's unknown", () => {
    const copied = toDraftContent(creationOf('domain'), { id: 1, name: 'example.org', www: null });
    assert.deepEqual(copied, {
      name: 'example.org',
      type: 'alias',
      redirection: 'none',
      www: false,
    });
  });

  it('of an integration has no service if a read returns none', () => {
    for (const service of [null, 7]) {
      assert.equal(toDraftContent(creationOf('integration'), { id: 1, service })['service'], '');
    }
  });

  it('of a server has another address', () => {
    const read = {
      id: 1,
      name: 'shop',
      ipAddress: '192.0.2.1',
      provider: 'vultr',
      stack: 'openlitespeed',
    };
    const copied = toDraftContent(creationOf('server'), read);
    assert.deepEqual([copied['name'], copied['ipAddress']], ['shop', '']);
    assert.deepEqual([copied['provider'], copied['webServerType']], ['vultr', 'openlitespeed']);
  });

  it('of a supervisor job has the whole command, without a separate executable', () => {
    const read = { id: 1, label: 'Queue', command: '/usr/bin/php artisan queue:work', numprocs: 2 };
    const copied = toDraftContent(creationOf('supervisorJob'), read);
    assert.equal(copied['binary'], '');
    assert.equal(copied['command'], '/usr/bin/php artisan queue:work');
  });
});

describe('A new resource as read', () => {
  const read = (what: New, body: JsonObject): JsonObject =>
    creationOf(what).toRead?.(body) ?? assert.fail(`${what} is read as it is sent`);

  it('has the command of a supervisor job with its executable before it', () => {
    const job = { label: 'Queue' };
    assert.deepEqual(read('supervisorJob', { ...job, binary: '/usr/bin/php', command: 'x.php' }), {
      label: 'Queue',
      command: '/usr/bin/php x.php',
    });
    for (const binary of ['', 7]) {
      assert.equal(
        read('supervisorJob', { ...job, binary, command: 'sleep 60' })['command'],
        'sleep 60',
      );
    }
  });

  it('has the owner of a web application in another field', () => {
    const content = read('webApplication', { ...newWebApplication, user: 7 });
    assert.deepEqual(content, {
      name: 'api',
      phpVersion: 'php83',
      stack: 'hybrid',
      stackMode: 'production',
      server_user_id: 7,
    });
  });

  it('has the stack of a server, the cache of a hub and the branch of a repository', () => {
    assert.deepEqual(read('server', { name: 'x', webServerType: 'nginx' }), {
      name: 'x',
      stack: 'nginx',
    });
    assert.deepEqual(read('hubCache', { cacheType: 'sr', cacheFolderSize: 1 }), {
      nginxCacheType: 'sr',
      cacheFolderSize: 1,
    });
    assert.deepEqual(
      read('gitRepository', { provider: 'github', repository: 'a/b', branch: 'main' }),
      {
        provider: 'github',
        branch: 'main',
      },
    );
  });
});
