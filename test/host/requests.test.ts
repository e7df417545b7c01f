import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { KindId } from '../../src/resources/kinds/kinds';
import {
  type CollectionReference,
  type ResourceReference,
  toDocumentPath,
} from '../../src/resources/reference';
import { seedContents } from '../../src/sandbox/seed/contents';
import { seedWorld } from '../../src/sandbox/seed/world';
import { allTests } from '../support/eachTest';
import { eventually } from '../support/eventually';
import { newWebApplication } from '../support/newWebApplications';
import { answering } from '../support/host/answering';
import { copyValue } from '../support/host/copyValue';
import { recordAnswers } from '../support/host/recordedAnswers';
import { saveByKey } from '../support/host/saveByKey';
import type { TestPick } from '../support/host/testPick';
import { closeEditors, startDraft } from '../support/hostProbe';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

const server = '/api/v3/servers/1';
const servers = 'GET /api/v3/servers';
const pages = [servers, `${servers}?page=2`, `${servers}?page=3`];
const cronJob = `${server}/cronjobs/101`;
const cronJobs = '/api/v2/servers/1/cronjobs';
const ssh = `${server}/settings/ssh`;
const storefront = `${server}/webapps/101`;
const storefrontReads = ['', '/settings', '/wordpress/config'].map(
  (part) => `GET ${storefront}${part}`,
);
const staging = `${server}/webapps/104`;
const git = `${staging}/git`;
const checkout = `${server}/webapps/102`;

/** The time for requests to arrive on a busy machine, in milliseconds. */
const arrivalMs = 60_000;

/**
 * How long there must be no request for a gesture to be over, in milliseconds. One that comes later counts for the
 * next gesture, which fails then.
 */
const quietMs = 100;

/**
 * All that a person does one after the other in one window, with the fewest requests that achieve it, as
 * `METHOD path`, with `?page=` unless it's the first page.
 */
describe('requests are as few as possible to', () => {
  // Three pages of servers, and no rate limit that could slow it down.
  const service = allTests(() => startService({ servers: 85, rateLimit: { limit: 1_000_000 } }));
  let probe: SandboxProbe;
  let account: string;
  let answers: ReturnType<typeof recordAnswers>;

  before(async () => {
    probe = new SandboxProbe(service);
    answers = recordAnswers();
    await run('stopUsingSandbox');
    await vscode.commands.executeCommand('serverManagement.servers.focus');
    await probe.forgetRequests();
  });

  after(async () => {
    await closeEditors();
    await run('removeAccount', account);
    await run('useSandbox');
    answers.restore();
  });

  function gesture(name: string, least: readonly string[], perform: () => unknown): void {
    it(name, async () => {
      await perform();
      // Requests may follow after the person sees the result; if they don't, the comparison shows it.
      await eventually(
        async () => assert.ok((await probe.requests()).length >= least.length),
        arrivalMs,
      ).catch(() => undefined);
      assert.deepEqual((await made()).toSorted(), least.toSorted());
    });
  }

  /** What was requested, once nothing more is. */
  async function made(): Promise<string[]> {
    for (let before = -1; ;) {
      const requests = await probe.requests();
      if (requests.length > before) {
        before = requests.length;
        await setTimeout(quietMs);
        continue;
      }
      await probe.forgetRequests();
      return requests.map(
        ({ method, path, query: { page = '1' } }) =>
          `${method} ${path}${page === '1' ? '' : `?page=${page}`}`,
      );
    }
  }

  /** The body of the request with this method. */
  async function sent(method: string): Promise<Readonly<Record<string, unknown>>> {
    const request = (await probe.requests()).find((each) => each.method === method);
    return (request?.body ?? {}) as Readonly<Record<string, unknown>>;
  }

  const run = (command: string, ...parameters: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`serverManagement.${command}`, ...parameters);
  const one = (kind: KindId, ...ids: (number | string)[]): ResourceReference => ({
    account,
    kind,
    ids,
  });
  const allOf = (kind: KindId, ...parents: number[]): CollectionReference => ({
    account,
    kind,
    parents,
  });

  const expand = (row: object): Thenable<unknown> => run('revealInTree', row);
  async function collapse(row: object): Promise<void> {
    await expand(row);
    await vscode.commands.executeCommand('list.collapse');
  }

  async function open(reference: ResourceReference): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.from({ scheme: 'server-management', path: toDocumentPath(reference) });
    return (await vscode.window.showTextDocument(uri, { preview: false })).document;
  }

  function active(): vscode.TextDocument {
    return vscode.window.activeTextEditor?.document ?? assert.fail('no document is open');
  }

  async function type(
    ...replacements: readonly (readonly [from: string | RegExp, to: string])[]
  ): Promise<void> {
    const document = active();
    // The editor refuses an edit of a text that it has just read again.
    await eventually(async () => {
      let text = document.getText();
      for (const [from, to] of replacements) {
        assert.notEqual(text.search(from), -1, text);
        text = text.replace(from, to);
      }
      const edit = new vscode.WorkspaceEdit();
      const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
      edit.replace(document.uri, whole, text);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
    });
  }

  async function save(): Promise<void> {
    assert.equal(await saveByKey(active()), true);
  }

  // The address is confirmed before it gets a token, which is checked with both versions of the API.
  gesture(
    'add an account and see its servers',
    ['GET /api/v3/ping', 'GET /api/v3/ping', 'GET /api/v2/ping', servers],
    async () => {
      const inputs = [
        service.url,
        'API token',
        service.token,
        'Example',
        'Development',
        'Allow changes',
      ];
      account = String(await answering(inputs, () => run('addAccount')));
    },
  );

  gesture('expand a server', [], () => expand(one('server', 1)));

  for (const [kind, ...least] of [
    ['logEntry', `GET ${server}/logs`],
    ['service', `GET ${server}/services`],
    ['databaseUser', 'GET /api/v2/servers/1/databaseusers'],
    ['database', `GET ${server}/databases`],
    ['systemUser', `GET ${server}/users`],
    ['sshKey', `GET ${server}/ssh/credentials`],
    ['blockedAddress', `GET ${server}/security/fail2ban/blockedip`],
    ['firewallRule', `GET ${server}/security/firewalls`],
    ['supervisorJob', `GET ${server}/supervisors`, `GET ${server}/supervisors/status`],
    ['cronJob', `GET ${cronJobs}`],
    ['webApplication', `GET ${server}/webapps`],
  ] as const) {
    gesture(`expand the list of ${kind}`, least, async () => {
      await expand(allOf(kind, 1));
      await eventually(async () => assert.ok((await probe.requests()).length > 0), arrivalMs);
      await collapse(allOf(kind, 1));
    });
  }

  // Rows show what is deployed, the mode of certificates and whether the firewall is on.
  gesture(
    'expand a web application',
    ['git', 'ssl/advanced', 'waf'].map((part) => `GET ${storefront}/${part}`),
    () => expand(one('webApplication', 1, 101)),
  );

  gesture('expand its domains', [`GET ${storefront}/domains`], () =>
    expand(allOf('domain', 1, 101)),
  );

  // The certificate says on its row until when it holds.
  gesture('expand a domain', [`GET ${storefront}/domains/101/ssl`], () =>
    expand(one('domain', 1, 101, 101)),
  );

  gesture('collapse and expand again', [], async () => {
    await collapse(one('server', 1));
    await expand(one('server', 1));
    await collapse(allOf('webApplication', 1));
  });

  gesture('hide and show the view', [], async () => {
    await vscode.commands.executeCommand('workbench.view.explorer');
    await vscode.commands.executeCommand('serverManagement.servers.focus');
  });

  gesture('open a document', [`GET ${cronJob}`], async () => {
    await expand(allOf('cronJob', 1));
    await open(one('cronJob', 1, 101));
  });

  gesture('choose it again', [], () => open(one('cronJob', 1, 101)));

  gesture('type', [], () => type(['Nightly backup', 'Nightly copy']));

  // It shows what the request changes of the live state.
  gesture('preview the request', [`GET ${cronJob}`], async () => {
    await run('previewRequest');
    await open(one('cronJob', 1, 101));
  });

  // The service answers this PATCH with an acknowledgement and not with the job.
  gesture('save a cron job', [`GET ${cronJob}`, `PATCH ${cronJob}`, `GET ${cronJob}`], save);

  // It takes over what others changed meanwhile.
  gesture('save what was not changed', [`GET ${cronJob}`], save);

  // The earlier state is read so that it can be reverted; the answer doesn't contain the new one.
  gesture(
    'switch it off while it is open',
    [`GET ${cronJob}`, `PATCH ${cronJob}/status`, `GET ${cronJob}`],
    async () => {
      await run('disableCronJob', one('cronJob', 1, 101));
      await eventually(() => assert.match(active().getText(), /"enabled": 0/));
    },
  );

  gesture('close it', [], closeEditors);

  gesture('run a cron job', [`POST ${cronJob}/run`], () =>
    run('runCronJob', one('cronJob', 1, 101)),
  );

  // The list shows what the service has left.
  gesture('delete a cron job', [`DELETE ${server}/cronjobs/104`, `GET ${cronJobs}`], () =>
    run('delete', one('cronJob', 1, 104)),
  );

  // The list shows it, and its document opens.
  gesture(
    'create a cron job from a draft',
    [`POST ${cronJobs}`, `GET ${cronJobs}`, `GET ${server}/cronjobs/8701`],
    async () => {
      await startDraft(allOf('cronJob', 1));
      await type(
        [/"label": ".*?"/, '"label": "Drafted"'],
        [/"username": ".*?"/, '"username": "shop"'],
        [/"command": ".*?"/, '"command": "/bin/true"'],
      );
      await save();
      await eventually(() => assert.match(active().getText(), /created_at/), arrivalMs);
      await closeEditors();
      await collapse(allOf('cronJob', 1));
    },
  );

  gesture('open SSH settings', [`GET ${ssh}`], () => open(one('sshSettings', 1)));

  gesture('change and save them', [`GET ${ssh}`, `PATCH ${ssh}`], async () => {
    await type(
      ['"useDns": false', '"useDns": true'],
      ['"passwordlessLogin": true', '"passwordlessLogin": false'],
    );
    await save();
  });

  // The typed line says whether anyone can still log in.
  const logins = [`GET ${server}/users`, `GET ${server}/ssh/credentials`];
  gesture('make them stricter', [...logins, `GET ${ssh}`, `PATCH ${ssh}`], async () => {
    await type(['"passwordlessLogin": false', '"passwordlessLogin": true']);
    await save();
    await closeEditors();
  });

  // The service answers each part of it by itself.
  gesture('open a web application', storefrontReads, () => open(one('webApplication', 1, 101)));

  // The typed version is compared with the server's; others' changes are read before the second request, whose answer
  // lacks the settings.
  gesture(
    'save its PHP version and a limit',
    [
      `GET ${server}/php/version`,
      ...storefrontReads,
      `PATCH ${storefront}/settings/php`,
      `GET ${storefront}/settings`,
      `PATCH ${storefront}/settings/fpmnginx`,
      `GET ${storefront}/settings`,
    ],
    async () => {
      await type(
        ['"phpVersion": "php83"', '"phpVersion": "php84"'],
        ['"memoryLimit": 256', '"memoryLimit": 512'],
      );
      await save();
      await closeEditors();
    },
  );

  // Each part that an overview shows is an answer of its own.
  gesture(
    'open an overview',
    [
      '',
      '/health/latest',
      '/hardwareinfo',
      '/services',
      '/stats',
      '/webapps',
      '/security/firewalls',
      '/logs',
    ].map((part) => `GET /api/v3/servers/2${part}`),
    () => run('openOverview', one('server', 2)),
  );

  // The answer to the unblocking has no list.
  const blocked = `${server}/security/fail2ban/blockedip`;
  gesture(
    'open a table of blocked addresses, and unblock one',
    [`DELETE ${blocked}`, `GET ${blocked}`],
    async () => {
      await closeEditors();
      await run('openTable', allOf('blockedAddress', 1));
      await run('unblockAddress', one('blockedAddress', 1, '203.0.113.7'));
    },
  );

  // Rows also show when a shared certificate ends.
  gesture(
    'expand a deployed web application',
    ['git', 'ssl', 'ssl/advanced', 'waf'].map((part) => `GET ${staging}/${part}`),
    async () => {
      await closeEditors();
      await collapse(one('webApplication', 1, 101));
      await expand(one('webApplication', 1, 104));
    },
  );

  const repository = (): ResourceReference => one('gitRepository', 1, 104);

  // The id of the repository may have changed, and the answer to the deployment is empty.
  gesture('deploy it', [`GET ${git}`, `PUT ${git}/104/script`, `GET ${git}`], () =>
    run('deployRepository', repository()),
  );

  gesture('disconnect its repository', [`GET ${git}`, `DELETE ${git}/104`, `GET ${git}`], () =>
    run('disconnectRepository', repository()),
  );

  gesture('connect another one', [`POST ${git}`], () =>
    answering(['GitHub', 'shop/staging', 'develop'], () => run('connectRepository', repository())),
  );

  // Both questions show the current state, which the history keeps, and the row shows the new one.
  gesture(
    'change the mode of its certificates',
    [
      `GET ${staging}/ssl/advanced`,
      `GET ${staging}/ssl`,
      `POST ${staging}/ssl/advanced`,
      `GET ${staging}/ssl/advanced`,
    ],
    () =>
      answering(['Advanced mode', 'Leave unchanged'], () =>
        run('changeSslMode', one('sharedSsl', 1, 104)),
      ),
  );

  // What it was before is kept in the history, and the answer has no configuration.
  gesture(
    'roll back the engine of its cache',
    [
      `GET ${staging}/platformcache`,
      `POST ${staging}/platformcache/rollback`,
      `GET ${staging}/platformcache`,
    ],
    () => run('rollBackCacheEngine', one('cacheConfiguration', 1, 104)),
  );

  gesture(
    'open its dashboard',
    [
      `GET ${server}/php/version`,
      ...[
        '',
        '/domains',
        '/domains/131/ssl',
        '/git',
        '/log',
        '/platformcache',
        '/settings',
        '/ssl/advanced',
        '/waf',
      ].map((part) => `GET ${staging}${part}`),
    ],
    () => run('openOverview', one('webApplication', 1, 104)),
  );

  // The history keeps the earlier state, the answer is empty, and another one is no longer the default.
  gesture(
    'make it the default web application',
    [`GET ${staging}`, `POST ${staging}/default`, `GET ${server}/webapps`],
    async () => {
      await closeEditors();
      await run('makeDefault', one('webApplication', 1, 104));
    },
  );

  gesture(
    'unset it as the default',
    [`GET ${staging}`, `DELETE ${staging}/default`, `GET ${staging}`],
    async () => {
      await run('unsetDefault', one('webApplication', 1, 104));
      await collapse(allOf('webApplication', 1));
    },
  );

  // The question shows the current tags, which the history keeps, and the answer has none.
  gesture(
    'change the tags of a server, with one accepted while the known ones are still loading',
    [`GET ${server}`, `POST ${server}/tags`, `GET ${server}`],
    async () => {
      const tick = (pick: TestPick): void => {
        pick.type('counted');
        assert.ok(pick.busy);
        pick.press();
        void eventually(() => {
          assert.deepEqual([pick.busy, pick.value], [false, '']);
          pick.press();
        }, arrivalMs);
      };
      await answering([tick], () => run('changeTags', one('server', 1)));
      const { tags } = await sent('POST');
      assert.ok(Array.isArray(tags) && tags.length > 1 && tags.at(-1) === 'counted', String(tags));
    },
  );

  for (const [command, kind, path] of [
    ['rebuildCronTable', 'cronJob', 'cronjobs'],
    ['rebuildSupervisor', 'supervisorJob', 'supervisors'],
  ] as const) {
    gesture(`run ${command}`, [`POST ${server}/${path}/rebuild`], () =>
      run(command, allOf(kind, 1)),
    );
  }

  gesture('open a deploy script', [`GET ${git}`], async () => {
    await expand(one('webApplication', 1, 104));
    await run('editDeployScript', repository());
  });

  // What others changed meanwhile is read before it is sent; the answer has the script.
  gesture('change and save it', [`GET ${git}`, `PATCH ${git}/8702/script`], async () => {
    await type([/^[^]*$/, 'npm ci\n']);
    await save();
    await closeEditors();
  });

  // What is deployed is known to the atomic project.
  gesture(
    'expand a custom web application',
    [
      'GET /api/v3/atomic/1',
      ...['git', 'ssl/advanced', 'waf'].map((part) => `GET ${checkout}/${part}`),
    ],
    async () => {
      await collapse(one('webApplication', 1, 104));
      await expand(one('webApplication', 1, 102));
    },
  );

  // The service says what it can install; its answer is what the new row shows.
  gesture(
    'install software and see it',
    ['GET /api/v3/static/webapps/installers', `POST ${checkout}/installer`],
    async () => {
      await answering(['joomla'], () => run('installSoftware', one('webApplication', 1, 102)));
      await expand(allOf('installer', 1, 102));
      await collapse(allOf('webApplication', 1));
    },
  );

  gesture('load the next page', [`${servers}?page=2`], () => run('loadMore', allOf('server')));

  // What was read before may have moved from page to page since.
  gesture('load all', pages, () => run('loadAll', allOf('server')));

  gesture('filter what is loaded', [], () => run('filterServers', 'batch'));

  gesture('clear the filter', [], () => run('clearFilter'));

  gesture('group, sort and pin', [], async () => {
    await run('groupServers', 'provider');
    await run('groupServers', 'none');
    await run('sortServers', 'name');
    await run('sortServers', 'service');
    await run('pin', one('server', 7));
    await run('unpin', one('server', 7));
  });

  gesture('copy a name', [], async () => {
    assert.equal(await copyValue(['Name'], one('server', 2)), 'batch-amsterdam');
  });

  // It copies what the service has now.
  gesture('copy as JSON', ['GET /api/v3/servers/2'], () => copyValue(['JSON'], one('server', 2)));

  gesture('go to a resource that was shown', [], () =>
    run('goToResource', one('domain', 1, 101, 101)),
  );

  // Each collection of the account is read once, in the background, to be searched.
  gesture('index all resources', unread(), async () => {
    let isAsked = false;
    const index = (pick: TestPick): void => {
      pick.type('nothing has this name');
      void eventually(() => {
        assert.ok(pick.labels.includes('Index All Resources'));
        pick.enter('Index All Resources');
        isAsked = true;
      }, arrivalMs);
    };
    await answering([index], async () => {
      // The list stays open.
      void run('goToResource');
      await eventually(() => assert.ok(isAsked), arrivalMs);
    });
  });

  gesture('refresh all that is loaded', pages, async () => {
    await collapse(one('server', 1));
    await run('refresh');
  });

  it('create a web application, with settings changed in the list of all settings', async () => {
    const chosen = ['shop', '/public', 'PHP 8.4', 'Hybrid', 'Production'];
    const settings = ['Process manager', 'Static', 'Max processes', '12', 'Use These Settings'];
    await answering(['api', 'api.example.com', ...chosen, ...settings], () =>
      run('createWebApplication', allOf('webApplication', 1)),
    );
    assert.deepEqual(await sent('POST'), {
      ...newWebApplication,
      user: 102,
      publicPath: '/public',
      phpVersion: 'php84',
      processManager: 'static',
      processManagerMaxChildren: 12,
    });
    const writes = (await made()).filter((each) => !each.startsWith('GET'));
    assert.deepEqual(writes, [`POST ${server}/webapps/custom`]);
  });
});

/** What is searched and wasn't read by the tree before; rebuilding the supervisor's configuration outdated its jobs. */
function unread(): readonly string[] {
  const known = new Set([
    'GET /api/v3/servers/1/webapps',
    'GET /api/v3/servers/1/webapps/101/domains',
    'GET /api/v3/servers/1/webapps/104/domains',
    'GET /api/v2/servers/1/cronjobs',
    'GET /api/v3/servers/1/security/firewalls',
    // Read for the overview of that server.
    'GET /api/v3/servers/2/security/firewalls',
  ]);
  const ofServers = seedWorld(85)
    .servers.filter(({ shared }) => !shared)
    .flatMap(({ record }) => [
      `GET /api/v3/servers/${record.id}/webapps`,
      ...seedContents(record.id).webApplications.map(
        ({ record: { id } }) => `GET /api/v3/servers/${record.id}/webapps/${id}/domains`,
      ),
      `GET /api/v2/servers/${record.id}/cronjobs`,
      `GET /api/v3/servers/${record.id}/security/firewalls`,
    ]);
  // With those of the seventh, the lists of supervisor jobs have cost more requests than they brought names.
  const ofSupervisors = [1, 2, 3, 4, 5, 6, 7].map((id) => `GET /api/v3/servers/${id}/supervisors`);
  // The only list that is longer than a page.
  const more = 'GET /api/v2/servers/2/cronjobs?page=2';
  const ofTheAccount = ['settings/externalapi', 'settings/wordpress/canvas', 'atomic'].map(
    (each) => `GET /api/v3/${each}`,
  );
  return [...ofServers, ...ofSupervisors, more, ...ofTheAccount].filter((each) => !known.has(each));
}
