import assert from 'node:assert/strict';
import { cronAt, PendingWindow } from '../../support/pending/pendingWorld';
import { replacesStaged, type StagedState } from '../../../src/pending/stagedChange';

const job = cronAt(1, 1);

/** A window with a staged change that reverts others' changes, so that a person has to decide. */
async function openDrifted(): Promise<PendingWindow> {
  const window = new PendingWindow();
  window.service.add(job, 'theirs');
  await window.values.ready();
  const changes = [{ path: ['label'], before: 'theirs', after: 'ours' }];
  const file = { folder: 'file:///folder', path: 'job.cron-job.json' };
  await window.pending.stage([
    {
      reference: job,
      origin: 'folder',
      path: '/A/job.cron-job.json',
      changes,
      file,
      drifted: [['label']],
    },
  ]);
  return window;
}

function stateOf({ pending }: PendingWindow): StagedState | undefined {
  return pending.find({ reference: job, origin: 'folder' })?.state;
}

describe('A staged change to fields that others changed', () => {
  const stageMore = ({ pending }: PendingWindow, field: string): Promise<void> => {
    const changes = [{ path: [field], before: 'a', after: 'b' }];
    const more = { reference: job, origin: 'folder', path: '/A/job.cron-job.json' } as const;
    return pending.stage([{ ...more, changes }]);
  };

  it('still needs a decision after another field was staged', async () => {
    const window = await openDrifted();
    await stageMore(window, 'command');
    assert.deepEqual(stateOf(window), { type: 'drifted', fields: [['label']] });
    assert.deepEqual(
      window.find(job, 'folder')?.changes.map(({ path }) => path.join('.')),
      ['label', 'command'],
    );
  });

  it('needs no decision once that field was staged again', async () => {
    const window = await openDrifted();
    await stageMore(window, 'label');
    assert.deepEqual(stateOf(window), { type: 'pending' });
  });

  it('needs no decision if the folder now plans another change', async () => {
    const window = await openDrifted();
    const changes = [{ path: ['command'], before: 'true', after: 'false' }];
    const file = { folder: 'file:///folder', path: 'job.cron-job.json' };
    await window.pending.stage([
      { reference: job, origin: 'folder', path: '/A/job.cron-job.json', changes, file },
    ]);
    assert.deepEqual(stateOf(window), { type: 'pending' });
  });
});

describe('A proposed change', () => {
  const label = { path: ['label'], before: 'a', after: 'b' };
  const command = { path: ['command'], before: 'a', after: 'b' };

  it('is added if only other fields are staged', () => {
    assert.equal(replacesStaged({ changes: [command] }, [label]), false);
    assert.equal(replacesStaged({ changes: [command, label] }, [label]), true);
  });

  it('never replaces a deletion or creation, for any field', () => {
    for (const operation of ['create', 'delete'] as const) {
      assert.equal(replacesStaged({ changes: [command], operation }, [label]), true);
    }
  });
});
