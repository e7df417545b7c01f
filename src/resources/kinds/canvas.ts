import { defineKind } from './kind';
import { canvasSummary, listCanvases, readCanvas } from '../../api/contract/canvas';

/** A WordPress canvas of the account (reference §2.6). */
export const canvasKind = defineKind({
  id: 'canvas',
  parent: undefined,
  names: { one: 'Canvas', many: 'Canvases' },
  folder: 'canvases',
  suffix: 'canvas',
  variable: 'canvasId',
  operations: { list: listCanvases, read: readCanvas },
  icon: 'layout',
  schema: canvasSummary,
  present: (resource) => ({ label: resource.name }),
});
