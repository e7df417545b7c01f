import { toolInputs } from './inputs';
import { describeTarget } from './target';
import { defineTool } from './tool';
import { toContent } from '../../resources/documents/content';
import { findKind } from '../../resources/kinds/kinds';
import { t } from '../l10n';
import { toVisible } from '../safeText';

/** Reads one resource, its credentials masked. */
export const readResource = defineTool({
  input: toolInputs.serverManagement_readResource,
  progress: ({ kind, ids }) =>
    t('Reading {0} {1}', t(findKind(kind).names.one), toVisible(ids.join('/'))),
  confirm: async (core, input) => ({
    title: t('Read a resource?'),
    message: t(
      'The configuration of {0} becomes part of the conversation. Credentials in it are masked.',
      await describeTarget(core, input),
    ),
  }),
  run: async ({ client }, input, signal) => {
    const resource = await client.read(input, { signal });
    const kind = findKind(input.kind);
    return {
      content: toContent(kind, resource),
      writable: kind.document?.editing?.writable ?? [],
    };
  },
});
