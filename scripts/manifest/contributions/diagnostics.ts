import { helpMenu } from './conditions';
import { type Contributions, inMenu } from './places';

/** The log and reports of problems. */
export const diagnosticsContributions = {
  'serverManagement.showLog': { places: [inMenu(helpMenu, '1_log', '')] },
  'serverManagement.reportIssue': { places: [inMenu(helpMenu, '1_log', '')] },
} satisfies Contributions;
