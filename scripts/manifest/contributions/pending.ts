import {
  can,
  compareMenu,
  editableDocument,
  hasPending,
  sourceControl,
  toApply,
  toDecide,
} from './conditions';
import { type Contributions, editor, forSeveral, inMenu, row, staged, stagedAll } from './places';

/** Staged changes. */
export const pendingContributions = {
  'serverManagement.stageChanges': {
    icon: 'git-stash',
    places: [editor('navigation@0', `${editableDocument} && activeEditorIsDirty`)],
  },
  'serverManagement.editTogether': {
    places: [forSeveral('5_compare@0', 'edit'), row('5_compare@0')],
  },
  'serverManagement.applyPending': {
    icon: 'check',
    places: [
      ...stagedAll('navigation@2', 'inline@3'),
      editor('navigation@1', `activeEditor == multiDiffEditor && ${hasPending}`),
    ],
  },
  'serverManagement.reviewPending': {
    icon: 'diff-multiple',
    places: stagedAll('navigation@1', 'inline@2'),
  },
  'serverManagement.discardPending': {
    icon: 'discard',
    places: stagedAll('1_pending@1', 'inline@1', sourceControl),
  },
  'serverManagement.compareStaged': { places: [staged('1_open@1')] },
  'serverManagement.openStaged': {
    icon: 'go-to-file',
    places: [staged('inline@1', toApply), staged('1_open@2')],
  },
  'serverManagement.keepStaged': {
    icon: 'git-merge',
    places: [staged('inline@3', toDecide), staged('2_change@1', toDecide)],
  },
  'serverManagement.takeTheirs': {
    icon: 'arrow-down',
    places: [staged('inline@6', toDecide), staged('2_change@4', toDecide)],
  },
  'serverManagement.discardStaged': {
    icon: 'discard',
    places: [staged('inline@4', sourceControl), staged('2_change@2', sourceControl)],
  },
  'serverManagement.applyStaged': {
    icon: 'check',
    places: [staged('inline@5', toApply), staged('2_change@3')],
  },
  'serverManagement.exportToFolder': {
    places: [
      row('5_compare@7', String.raw`viewItem =~ /^account\b/`),
      inMenu(compareMenu, '3_export', can('edit')),
    ],
  },
  'serverManagement.answerReverts': { places: [] },
  'serverManagement.planFromFolder': { places: [] },
  'serverManagement.updateFolder': { places: [] },
} satisfies Contributions;
