import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import type { Share } from '../../harness/levels/level';
import { mochaOptions, runLoaded } from '../../harness/levels/mochaRun';
import { repeatFailed, type ShareRun } from '../../harness/levels/repeatFailed';
import type { Report } from '../../harness/levels/report';

/** Runs the suite "a [window]", whose tests and hook end as told. */
async function runSuite(failing: readonly string[], only?: string): Promise<Report> {
  const mocha = new Mocha({
    ...mochaOptions(5_000, () => {}),
    ...(only ? { grep: `/${only}/` } : {}),
  });
  const suite = Mocha.Suite.create(mocha.suite, 'a [window]');
  const endAs = (name: string) => () => {
    if (failing.includes(name)) throw new Error(`${name} failed`);
  };
  suite.beforeEach('opens', function () {
    if (this.currentTest?.title === 'third') endAs('hook')();
  });
  for (const name of ['first', 'second', 'third', 'third again', 'fourth']) {
    suite.addTest(new Mocha.Test(name, endAs(name)));
  }
  const report = await runLoaded(mocha);
  mocha.dispose();
  return report;
}

/** How a share ran whose `failing` tests fail the first time, and those of `secondTime` when repeated. */
async function ran(failing: readonly string[], secondTime: readonly string[] = []) {
  const patterns: string[] = [];
  const share: Share = {
    title: '',
    run: (print, only = '') => {
      patterns.push(only);
      print('printed again\n');
      return runSuite(secondTime, only);
    },
  };
  const run: ShareRun = { share, report: await runSuite(failing), printed: 'printed first\n' };
  const lines: string[] = [];
  const report = await repeatFailed([run], (text) => lines.push(text));
  return { report, patterns, said: lines.join('') };
}

describe('A failed end-to-end test', () => {
  it('is run once more, alone, and counts as passed and flaky if it passes then', async () => {
    const { report, patterns, said } = await ran(['third']);
    assert.deepEqual(
      { ...report, failures: report.failures.length },
      {
        passed: 5,
        failed: 0,
        skipped: 0,
        failures: 0,
      },
    );
    assert.deepEqual(patterns, [String.raw`^a \[window\] third$`]);
    assert.match(said, /^flaky: a \[window\] › third \(logs in .+\)$/m);
  });

  it('keeps both logs', async () => {
    const { said } = await ran(['second'], ['second']);
    const folder = /logs in (.+)\)/.exec(said)?.[1] ?? '';
    const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
    assert.match(await read('first.log'), /^printed first\n[^]*second failed/);
    assert.match(await read('second.log'), /^printed again\n[^]*second failed/);
  });

  it('fails if it fails again', async () => {
    const { report, patterns, said } = await ran(['first', 'second'], ['second']);
    assert.equal(patterns.length, 2);
    assert.deepEqual([report.passed, report.failed], [4, 1]);
    assert.match(report.failures[0]?.title ?? '', /second/);
    assert.match(said, /^failed twice: a \[window\] › second/m);
  });

  it('is repeated with all of its suite if a hook failed', async () => {
    const { report, patterns } = await ran(['hook']);
    assert.deepEqual(patterns, [String.raw`^a \[window\] `]);
    assert.deepEqual([report.passed, report.failed], [5, 0]);
  });

  it('is not repeated if four or more failed', async () => {
    const four = ['first', 'second', 'third', 'fourth'];
    const { report, patterns } = await ran(four);
    assert.deepEqual(patterns, []);
    assert.equal(report.failed, 4);
  });

  it('is not repeated if the whole process ended', async () => {
    const failures = [{ title: 'e2e', stack: 'It ended early.' }];
    const share: Share = { title: '', run: () => assert.fail('ran again') };
    const report = { passed: 0, failed: 1, skipped: 0, failures };
    assert.deepEqual(await repeatFailed([{ share, report, printed: '' }], () => {}), report);
  });
});
