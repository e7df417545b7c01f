import assert from 'node:assert/strict';
import {
  askBeforeCreating,
  askBeforeDiscarding,
  askBeforeRepeating,
} from '../../../src/actions/question';
import type { Prompts } from '../../../src/actions/action';
import type { Account } from '../../../src/accounts/account';
import type { CollectionReference } from '../../../src/resources/reference';
import type { ResourceStore } from '../../../src/resources/store/resourceStore';

type Confirmation = Parameters<Prompts['confirm']>[0];

/** Answers each question, and records it. */
function answering(answer: boolean): {
  readonly asked: Confirmation[];
  readonly confirm: (question: Confirmation) => Promise<boolean>;
} {
  const asked: Confirmation[] = [];
  const confirm = (question: Confirmation): Promise<boolean> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { asked, confirm };
}

/** What the questions need in an account of that environment; server 3 is known. */
function world(prompts: ReturnType<typeof answering>, account?: Partial<Account>) {
  const found = account && { id: 'main', label: 'Main', isSandbox: false, ...account };
  return {
    prompts,
    sessions: { account: async () => found as Account | undefined },
    store: { find: () => ({ id: 3, name: 'shop' }) } as unknown as ResourceStore,
  };
}

const production: Partial<Account> = { environment: 'production' };
const cronJobs: CollectionReference = { account: 'main', kind: 'cronJob', parents: [3] };

describe('The questions about drafts', () => {
  it('are only asked before creating in production', async () => {
    const prompts = answering(false);
    const others = [
      undefined,
      { environment: 'staging' } as const,
      { ...production, isSandbox: true },
    ];
    for (const account of others) {
      assert.equal(await askBeforeCreating(world(prompts, account), cronJobs, {}), true);
    }
    assert.deepEqual(prompts.asked, []);
    assert.equal(await askBeforeCreating(world(prompts, production), cronJobs, {}), false);
  });

  it('name the first text that names the resource, as plain text', async () => {
    const contents = [
      { name: 'site' },
      { name: '', label: 'Tidy\nup', username: 'web' },
      { name: 3, username: 'web' },
      {},
    ];
    const prompts = answering(true);
    for (const content of contents) {
      assert.equal(await askBeforeCreating(world(prompts, production), cronJobs, content), true);
    }
    const [first, second, third, last] = prompts.asked;
    assert.deepEqual(first, {
      message: 'Create Cron Job "site"?',
      detail: 'Server: shop\nAccount: Main (Production)',
      button: 'Create',
    });
    assert.ok(!second?.message.includes('\n'));
    assert.match(second?.message ?? '', /^Create Cron Job "Tidy.+up"\?$/);
    assert.equal(third?.message, 'Create Cron Job "web"?');
    assert.equal(last?.message, 'Create Cron Job?');
  });

  it('ask before creating something again that may exist', async () => {
    const prompts = answering(true);
    assert.equal(
      await askBeforeRepeating(world(prompts, production), { ...cronJobs, kind: 'sshKey' }),
      true,
    );
    assert.deepEqual(prompts.asked, [
      {
        message: 'Create SSH Key again?',
        detail:
          "An earlier attempt got no answer, and it's unknown whether it succeeded. You may end up with two.\nServer: shop\nAccount: Main (Production)",
        button: 'Create Again',
      },
    ]);
  });

  it('ask before discarding', async () => {
    const prompts = answering(false);
    assert.equal(await askBeforeDiscarding(prompts), false);
    assert.deepEqual(prompts.asked, [
      { message: 'Discard this draft?', detail: '', button: 'Discard' },
    ]);
  });
});
