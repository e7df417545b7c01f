import { toolInputs } from '../inputs';
import { defineTool, oneOrAll, pageSize } from '../tool';

/** Lists findings that need attention in the data known so far. */
export const listFindings = defineTool({
  input: toolInputs.serverManagement_listFindings,
  accounts: oneOrAll,
  progress: (_input, t) => t('Listing what needs attention'),
  run: async ({ t, findings }, { severity, page = 1 }) => {
    const known = await findings();
    const wanted = known.findings.filter(
      (each) => severity === undefined || each.severity === severity,
    );
    return {
      total: wanted.length,
      hasMore: wanted.length > page * pageSize,
      findings: wanted
        .slice((page - 1) * pageSize, page * pageSize)
        .map(({ rule, severity: weight, target, about, sentence }) => ({
          rule,
          severity: weight,
          ...target,
          about,
          problem: sentence(t),
        })),
      checked: known.checked,
    };
  },
});
