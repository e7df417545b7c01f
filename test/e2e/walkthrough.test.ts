import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import { switchTheme, themes } from '../support/themes';
import { walkthroughSteps } from '../support/walkthroughSteps';
import { panelPage } from '../support/webviewPage';

describe('the walkthrough', () => {
  const steps = walkthroughSteps();
  /** By picture, the variables that no theme has had so far. */
  const unknown = new Map<string, ReadonlySet<string>>();
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ hasAllExtensions: true });
    const { quickInput, page } = workbench;
    await quickInput.runCommand('Welcome: Open Walkthrough...');
    await quickInput.pick('Get Started with Server Management');
    await page.locator('.getting-started-step.expanded').waitFor();
  });

  after(() => workbench.close());

  for (const theme of themes) {
    it(`shows a picture beside each step: ${theme.name}`, async () => {
      await switchTheme(workbench, theme);
      for (const { title, file, picture } of steps) {
        await workbench.page.getByRole('heading', { name: title, exact: true }).click();
        const kind = `body[data-vscode-theme-kind="vscode-${theme.name}"]`;
        const shown = panelPage(workbench.page).locator(`${kind} > svg`);
        // One page shows all pictures in turn.
        await eventually(async () => assert.equal(await shown.textContent(), textOf(picture)));
        await workbench.screenshot(`walkthrough-${/(\w+)\.svg$/.exec(file)?.[1]}-${theme.name}`);
        assert.deepEqual(await findFaults(shown), [], file);
        const missing = await missingVariables(shown);
        const before = unknown.get(file);
        unknown.set(file, new Set(missing.filter((name) => before?.has(name) ?? true)));
      }
    });
  }

  it('uses only colors that VS Code has', () => {
    assert.deepEqual(
      [...unknown].filter(([, names]) => names.size > 0),
      [],
    );
  });
});

function textOf(picture: string): string {
  return picture.trim().replaceAll(/<[^>]*>/g, '');
}

/** What is cut off or overlaps in a picture, and colors that aren't applied. */
function findFaults(picture: Locator): Promise<string[]> {
  return picture.evaluate((svg) => {
    const faults: string[] = [];
    const { left, right, top, bottom } = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map((each) => ({
      words: each.textContent,
      box: each.getBoundingClientRect(),
    }));
    for (const [index, { words, box }] of texts.entries()) {
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) {
        faults.push(`"${words}" is cut off`);
      }
      for (const other of texts.slice(index + 1)) {
        const apart =
          box.right <= other.box.left ||
          other.box.right <= box.left ||
          // Boxes have room for accents, which overlaps.
          box.bottom - 3 <= other.box.top ||
          other.box.bottom - 3 <= box.top;
        if (!apart) faults.push(`"${words}" overlaps "${other.words}"`);
      }
    }
    const variables = document.documentElement.style;
    for (const each of svg.querySelectorAll('*')) {
      for (const name of ['fill', 'stroke']) {
        const [, variable] = /^var\((--[\w-]+)/.exec(each.getAttribute(name) ?? '') ?? [];
        const isDefined = variable !== undefined && variables.getPropertyValue(variable) !== '';
        if (isDefined && getComputedStyle(each).getPropertyValue(name) === 'none') {
          faults.push(`${name} ${variable} isn't applied`);
        }
      }
    }
    return faults;
  });
}

/** The variables in a picture that the current theme doesn't have. */
function missingVariables(picture: Locator): Promise<string[]> {
  return picture.evaluate((svg) =>
    [...svg.outerHTML.matchAll(/var\((--[\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => document.documentElement.style.getPropertyValue(name) === ''),
  );
}
