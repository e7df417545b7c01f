import assert from 'node:assert/strict';
import type { ResourceReference } from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/runCommand';
import { allTests, eachTest } from '../support/eachTest';
import { openAccountWindow } from '../support/host/accountWindow';
import { answering } from '../support/host/answering';
import { recordAnswers } from '../support/host/recordedAnswers';
import { replaceAnswers } from '../support/host/replaceAnswers';

const jobs: readonly ResourceReference[] = [
  { account: 'example', kind: 'cronJob', ids: [1, 101] },
  { account: 'example', kind: 'cronJob', ids: [1, 102] },
  { account: 'example', kind: 'cronJob', ids: [2, 201] },
];

describe('staged changes that go to one server first', () => {
  const window = allTests(() => openAccountWindow({}));
  const answers = eachTest(recordAnswers);

  afterEach(() => answers.restore());

  /** Stages a new label for each job; the paths of what is sent. */
  async function apply(label: string, first = 'batch-amsterdam', sites = 'No'): Promise<string[]> {
    const { documents, pending, store } = window.services;
    for (const id of [1, 2]) await store.read({ account: 'example', kind: 'server', ids: [id] });
    const staged = jobs.map(async (reference) => {
      const before = (await documents.live(reference))['label'];
      const changes = [{ path: ['label'], before, after: label }];
      return { reference, origin: 'person' as const, changes };
    });
    await pending.stage(await Promise.all(staged));
    await window.probe.forgetRequests();
    answers.pressed = /^First to One Server…$/;
    await answering([first, '2', '1', sites], () =>
      runCommand('serverManagement.applyPending', window.services, []),
    );
    const requests = await window.probe.requests();
    return requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  }

  it('ask again with what was applied and found there, before the others follow', async () => {
    const sent = await apply('one, then two');
    assert.match(answers.questions[0] ?? '', /^Apply 3 pending changes\?/);
    assert.equal(
      answers.questions[1],
      'Continue with the other server?\n"batch-amsterdam": 1 applied, 0 not applied\nNo new findings.',
    );
    assert.equal(sent[0], '/api/v3/servers/2/cronjobs/201');
    assert.equal(sent.length, 3);
    assert.deepEqual(window.services.pending.changes.all, []);
  });

  it("say why if the server can't be checked, instead of that nothing was found", async () => {
    await window.probe.addFault('500:GET:/api/v2/servers/2/cronjobs');
    await apply('not checked');
    await window.probe.clearFaults();
    const [, question = ''] = answers.questions;
    assert.match(question, /1 applied, 0 not applied\nCouldn't check everything\. .*500/);
    assert.doesNotMatch(question, /No new findings/);
  });

  it('compare the answers of the websites there, if the person wants that', async () => {
    const requests = new Set<string>();
    const restore = replaceAnswers((request, send) => {
      if (request.includes(window.service.url)) return send();
      // The change breaks every website.
      const status = requests.has(request) ? 502 : 200;
      requests.add(request);
      return new Response('', { status });
    });
    try {
      await apply('with websites', 'shop-frankfurt', 'Yes');
    } finally {
      restore();
    }
    assert.match(
      answers.questions.at(-1) ?? '',
      /^[a-z.-]+: https 200, http 200 → https 502, http 502$/m,
    );
    assert.ok(requests.size > 0);
    for (const request of requests) assert.match(request, /^GET https?:\/\/[a-z\d.-]+\/$/);
  });
});
