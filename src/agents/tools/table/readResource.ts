import { toolInputs } from '../inputs';
import { describeTarget } from '../target';
import { defineTool } from '../tool';
import { toContent } from '../../../documents/content';
import { findKind } from '../../../resources/kinds/kinds';
import { toVisible } from '../../../base/foreignText';

/** Reads a resource, with its credentials masked. */
export const readResource = defineTool({
  input: toolInputs.serverManagement_readResource,
  accounts: ({ account }) => [account],
  progress: ({ kind, ids }, t) =>
    t('Reading {0} {1}', t(findKind(kind).names.one), toVisible(ids.join('/'))),
  confirm: async (services, input) => ({
    title: services.t('Read a resource?'),
    message: services.t(
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
