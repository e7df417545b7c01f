import { listResources } from './table/listResources';
import { proposeChange } from './table/proposeChange';
import { defineTool, oneOrAll, pageSize, type Tool } from './tool';
import type { ToolName } from './toolNames';
import { describeTarget, toolInputs } from './inputs';
import { toVisible } from '../../base/foreignText';
import { toContent } from '../../documents/content';
import { findKind } from '../../resources/kinds/kinds';
import { t } from '../../base/l10n';

export const readResource = defineTool({
  input: toolInputs.serverManagement_readResource,
  accounts: ({ account }) => [account],
  progress: ({ kind, ids }) =>
    t('Reading {0} {1}', t(findKind(kind).names.one), toVisible(ids.join('/'))),
  confirm: async (services, input) => ({
    title: t('Read a resource?'),
    message: t(
      'Adds the configuration of {0} to the conversation. Credentials are masked.',
      await describeTarget(services, input),
    ),
  }),
  run: async ({ client }, input, signal) => {
    const resource = await client.readWhole(input, { signal });
    const kind = findKind(input.kind);
    return {
      content: toContent(kind, resource),
      writable: kind.document?.editing?.writable ?? [],
    };
  },
});

/** Lists findings that need attention in the data known so far. */
const listFindings = defineTool({
  input: toolInputs.serverManagement_listFindings,
  accounts: oneOrAll,
  progress: (_input) => t('Listing what needs attention'),
  run: async ({ findings }, { severity, page = 1 }) => {
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
          problem: sentence(),
        })),
      checked: known.checked,
    };
  },
});

/** Finds resources of one account or all by name, address or id, in the data known so far. */
const findResources = defineTool({
  input: toolInputs.serverManagement_findResources,
  accounts: oneOrAll,
  progress: ({ query }) => t('Searching for "{0}"', toVisible(query)),
  run: async ({ search }, { query, page = 1 }) => {
    const found = await search(query);
    return {
      hasMore: found.length > page * pageSize,
      found: found
        .slice((page - 1) * pageSize, page * pageSize)
        .map(({ reference, label, detail, path }) => ({
          ...reference,
          label,
          detail,
          path,
        })),
      note: 'The index may not know everything yet; listing by parent is always complete.',
    };
  },
});

export const tools: Readonly<Record<ToolName, Tool>> = {
  serverManagement_listResources: listResources,
  serverManagement_findResources: findResources,
  serverManagement_readResource: readResource,
  serverManagement_proposeChange: proposeChange,
  serverManagement_listFindings: listFindings,
};
