import type { Workbench } from '../harness/workbench';

/** Starts a draft of what a row lists; returns the title of its tab once its text is active. */
export async function startDraft(workbench: Workbench, row: string): Promise<string> {
  const drafts = workbench.page.locator('[role="tab"][data-resource-name^="new-"]');
  const before = await drafts.count();
  await workbench.sideBar.row(row).click();
  await workbench.sideBar.selected(row);
  await workbench.quickInput.runCommand('Server Management: New as JSON…');
  await drafts.nth(before).waitFor();
  return draftInFront(workbench);
}

/** The title of the active draft's tab, once its text appears. */
async function draftInFront(workbench: Workbench): Promise<string> {
  const active = workbench.page.locator('.tabs-container [role="tab"][aria-selected="true"]');
  const draft = active.and(workbench.page.locator('[data-resource-name^="new-"]'));
  const tab = (await draft.getAttribute('data-resource-name')) ?? '';
  await workbench.editors.opened(tab);
  return tab;
}
