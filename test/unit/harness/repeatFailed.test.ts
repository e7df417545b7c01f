import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import type { Share } from '../../harness/levels/level';
import { mochaOptions, runLoaded } from '../../harness/levels/mochaRun';
import { repeatFailed, type ShareRun } from '../../harness/levels/repeatFailed';
import type { Report } from '../../harness/levels/report';

/** Runs the suite "a window", whose tests and hook end as told. */
async function runSuite(failing: readonly string[]): Promise<Report> {
  const mocha = new Mocha(mochaOptions(5_000, () => {}));
  const suite = Mocha.Suite.create(mocha.suite, 'a window');
  const endAs = (name: string) => () => {
    if (failing.includes(name)) throw new Error(`${name} failed`);
  };
  suite.beforeEach('opens', function () {
    if (this.currentTest?.title === 'third') endAs('hook')();
  });
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
    suite.addTest(new Mocha.Test(name, endAs(name)));
  }
  const report = await runLoaded(mocha);
  mocha.dispose();
  return report;
}

/** Files whose `failing` tests fail the first time, and those of `secondTime` when repeated. */
async function ran(files: readonly (readonly string[])[], secondTime: readonly string[] = []) {
  let repeats = 0;
  const share: Share = {
    title: '',
    run: (print) => {
      repeats += 1;
      print('printed again\n');
      return runSuite(secondTime);
    },
  };
  const runs = await Promise.all(
    files.map(async (failing): Promise<ShareRun> => {
      return { share, report: await runSuite(failing), printed: 'printed first\n' };
    }),
  );
  const lines: string[] = [];
  const report = await repeatFailed(runs, (text) => lines.push(text));
  return { report, repeats, said: lines.join('') };
}

describe('An end-to-end file with a failed test', () => {
  it('is run once more, alone, and counts as passed if it passes then: what failed is flaky', async () => {
    const { report, repeats, said } = await ran([['third', 'fourth'], []]);
    assert.deepEqual(report, { passed: 10, failed: 0, skipped: 0, failures: [] });
    assert.equal(repeats, 1);
    for (const name of ['third', 'fourth']) {
      assert.match(said, new RegExp(`^flaky: a window › ${name} \\(logs in .+\\)$`, 'm'));
    }
  });

  it('keeps both logs', async () => {
    const { said } = await ran([['second']], ['second']);
    const folder = /logs in (.+)\)/.exec(said)?.[1] ?? '';
    const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
    assert.match(await read('first.log'), /^printed first\n[^]*second failed/);
    assert.match(await read('second.log'), /^printed again\n[^]*second failed/);
  });

  it('fails if any of its tests fails then', async () => {
    const { report, repeats, said } = await ran([['first', 'second']], ['fifth']);
    assert.equal(repeats, 1);
    assert.deepEqual([report.passed, report.failed], [3, 2]);
    assert.match(said, /^failed twice: a window › second/m);
  });

  it('is repeated if a hook failed', async () => {
    const { report, repeats } = await ran([['hook']]);
    assert.deepEqual([repeats, report.passed, report.failed], [1, 5, 0]);
  });

  it('is not repeated if three others have failures, too', async () => {
    const { report, repeats } = await ran(
      ['first', 'second', 'third', 'fourth'].map((name) => [name]),
    );
    assert.deepEqual([repeats, report.failed], [0, 4]);
  });

  it('is not repeated if the whole process ended', async () => {
    const failures = [{ title: 'e2e', stack: 'It ended early.' }];
    const share: Share = { title: '', run: () => assert.fail('ran again') };
    const report = { passed: 0, failed: 1, skipped: 0, failures };
    assert.deepEqual(await repeatFailed([{ share, report, printed: '' }], () => {}), report);
  });
});
