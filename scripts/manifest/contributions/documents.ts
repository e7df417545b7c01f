import {
  accountMenu,
  can,
  canWithout,
  compareMenu,
  document,
  draft,
  editableDocument,
  focusedRows,
  toApply,
  writableDocument,
  writableDraft,
} from './conditions';
import { type Contributions, editor, inMenu, mending, row, staged } from './places';

/** Documents and drafts. */
export const documentsContributions = {
  'serverManagement.openDocument': {
    icon: 'json',
    places: [
      row('inline@2', can('open')),
      row('1_open@2', can('open')),
      ...mending('openDocument'),
    ],
  },
  'serverManagement.editDeployScript': { places: [row('1_open@3')] },
  'serverManagement.saveDocument': {
    keys: { key: 'ctrl+s', mac: 'cmd+s', when: `${document} || ${draft}` },
    places: [],
  },
  'serverManagement.previewRequest': {
    icon: 'eye',
    keys: { key: 'p', when: `editorTextFocus && ${editableDocument}` },
    places: [
      editor('navigation@1', editableDocument),
      staged('inline@2', toApply),
      staged('1_open@3'),
    ],
  },
  'serverManagement.compareWithLive': {
    icon: 'diff',
    places: [editor('1_compare@0', editableDocument)],
  },
  'serverManagement.compareWithOther': {
    keys: { key: 'c', when: document, rows: focusedRows },
    places: [inMenu(compareMenu, '1_compare', can('edit')), editor('1_compare@1', document)],
  },
  'serverManagement.copyChangedFields': {
    places: [
      inMenu(compareMenu, '1_compare', can('edit')),
      editor('1_compare@2', editableDocument),
    ],
  },
  'serverManagement.showWatched': {
    icon: 'tasklist',
    places: [inMenu(accountMenu, '3_shared', '')],
  },
  'serverManagement.showChanges': {
    icon: 'history',
    places: [inMenu(accountMenu, '3_shared', '')],
  },
  'serverManagement.newDraft': { places: [] },
  'serverManagement.duplicate': {
    places: [
      row('2_create@91', canWithout('duplicate', 'edit')),
      inMenu(compareMenu, '2_duplicate', can('duplicate')),
      editor('1_compare@3', writableDocument),
    ],
  },
  'serverManagement.createFromDraft': {
    icon: 'add',
    places: [editor('navigation@1', writableDraft)],
  },
  'serverManagement.discardDraft': { places: [editor('1_draft@1', draft)] },
} satisfies Contributions;
