import type { Workbench } from '../harness/workbench';

/** Starts a draft from a row's menu; returns the name of its tab once its text is in front. */
export async function startDraft(workbench: Workbench, row: string): Promise<string> {
  const drafts = workbench.page.locator('[role="tab"][data-resource-name^="new-"]');
  const before = await drafts.count();
  await workbench.sideBar.chooseInMenu(row, 'New as JSON…');
  await drafts.nth(before).waitFor();
  return draftInFront(workbench);
}

/** What the tab of the draft in front is called, once its text is there. */
export async function draftInFront(workbench: Workbench): Promise<string> {
  const active = workbench.page.locator('.tabs-container [role="tab"][aria-selected="true"]');
  const draft = active.and(workbench.page.locator('[data-resource-name^="new-"]'));
  const tab = (await draft.getAttribute('data-resource-name')) ?? '';
  await workbench.editors.opened(tab);
  return tab;
}
