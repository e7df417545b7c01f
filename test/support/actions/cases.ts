import type { ActionCase } from './actionCase';
import { accessCases } from './cases/access';
import { accountLevelCases } from './cases/accountLevel';
import { certificateCases } from './cases/certificates';
import { databaseAccessCases } from './cases/databaseAccess';
import { gitCases } from './cases/git';
import { jobCases } from './cases/jobs';
import { securityCases } from './cases/security';
import { serverCareCases } from './cases/serverCare';
import { serverCases } from './cases/servers';
import { serviceCases } from './cases/services';
import { sharedCertificateCases } from './cases/sharedCertificate';
import { softwareCases } from './cases/software';
import { wafCases } from './cases/waf';
import { webApplicationCareCases } from './cases/webApplicationCare';
import { webApplicationCases } from './cases/webApplications';

/**
 * Every action, on the sandbox's own data; some twice, because the body depends on the answers. An
 * action's case is in the file named like its table in `src/actions/table`.
 */
export const actionCases: readonly ActionCase[] = [
  ...serverCases,
  ...serviceCases,
  ...serverCareCases,
  ...webApplicationCases,
  ...webApplicationCareCases,
  ...softwareCases,
  ...gitCases,
  ...certificateCases,
  ...sharedCertificateCases,
  ...wafCases,
  ...jobCases,
  ...securityCases,
  ...accessCases,
  ...databaseAccessCases,
  ...accountLevelCases,
];
