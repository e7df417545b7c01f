import { certificateRules } from './certificates';
import { jobRules } from './jobs';
import { securityRules } from './security';
import { serverRules, softwareRules } from './servers';
import type { Rule } from '../rule';

export const rules: readonly Rule[] = [
  ...certificateRules,
  ...serverRules,
  ...jobRules,
  ...securityRules,
  ...softwareRules,
];
