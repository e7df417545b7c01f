import type { Workbench } from '../harness/workbench';

/** A color theme: its label in the picker, and the workbench's class while it is on. */
export interface Theme {
  readonly name: 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';
  readonly label: string;
  readonly workbenchClass: string;
}

/** One theme of each kind that VS Code has. */
export const themes: readonly Theme[] = [
  { name: 'light', label: 'Light Modern', workbenchClass: 'vs' },
  { name: 'dark', label: 'Dark Modern', workbenchClass: 'vs-dark' },
  { name: 'high-contrast', label: 'Dark High Contrast', workbenchClass: 'hc-black' },
  { name: 'high-contrast-light', label: 'Light High Contrast', workbenchClass: 'hc-light' },
];

/** Switches the theme of an open window, which is much faster than opening another one. */
export async function switchTheme(
  { quickInput, page }: Workbench,
  { label, workbenchClass }: Theme,
): Promise<void> {
  await quickInput.runCommand('Preferences: Color Theme');
  await quickInput.type(label);
  await quickInput.acceptHighlighted();
  await page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
}

/**
 * Takes a screenshot in each high-contrast theme, to which VS Code switches with the system, even while a
 * modal dialog is open.
 */
export async function takeInHighContrast(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  for (const theme of themes.filter((each) => each.name.startsWith('high-contrast'))) {
    const colorScheme = theme.name === 'high-contrast' ? 'dark' : 'light';
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.locator(`.monaco-workbench.${theme.workbenchClass}`).waitFor();
    await workbench.screenshot(`${name}-${theme.name}`);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  await page.locator('.monaco-workbench.vs').waitFor();
}
