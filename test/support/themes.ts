import type { Workbench } from '../harness/workbench';

/** A color theme: its label in the picker, its id in pages, and the workbench's class while it is on. */
export interface Theme {
  readonly name: 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';
  readonly label: string;
  readonly id: string;
  readonly workbenchClass: string;
}

/** One theme of each kind that VS Code has. */
export const themes: readonly Theme[] = [
  { name: 'light', label: 'Light Modern', id: 'Light Modern', workbenchClass: 'vs' },
  { name: 'dark', label: 'Dark Modern', id: 'Dark Modern', workbenchClass: 'vs-dark' },
  {
    name: 'high-contrast',
    label: 'Dark High Contrast',
    id: 'Default High Contrast',
    workbenchClass: 'hc-black',
  },
  {
    name: 'high-contrast-light',
    label: 'Light High Contrast',
    id: 'Default High Contrast Light',
    workbenchClass: 'hc-light',
  },
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
