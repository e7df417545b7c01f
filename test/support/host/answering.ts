import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually';
import { replaceMember } from './replaceMember';
import { TestBox } from './testBox';
import { TestPick } from './testPick';

/** How long a list may take to show an entry on a busy machine, in milliseconds. */
const longestMs = 60_000;

/** What a person types into a box, the entry that they take from a list, or what they do with a list. */
type Answer = string | ((pick: TestPick) => void);

/** Answers boxes and lists in turn, each as soon as it takes an answer. */
export async function answering(
  answers: readonly Answer[],
  work: () => Thenable<unknown>,
): Promise<unknown> {
  const left = [...answers];
  const next = (): Answer => left.shift() ?? assert.fail('there is one question more');
  const restores = [
    replaceMember(vscode.window, 'createInputBox', () => {
      const box = new TestBox();
      const show = (): void => {
        box.type(String(next()));
        box.enter();
      };
      return Object.assign(box, { show }) as never;
    }),
    replaceMember(vscode.window, 'createQuickPick', () => {
      const pick = new TestPick();
      const show = (): void => {
        const answer = next();
        if (typeof answer === 'function') return answer(pick);
        void eventually(() => {
          assert.ok(!pick.busy && pick.labels.includes(answer), pick.labels.join());
          pick.enter(answer);
        }, longestMs);
      };
      return Object.assign(pick, { show }) as never;
    }),
  ];
  try {
    return await work();
  } finally {
    for (const restore of restores) restore();
    assert.deepEqual(left, [], 'not all questions were asked');
  }
}
