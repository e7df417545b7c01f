import { type Creation, omitMissing } from './creation';
import { oneOf, text } from './fields';
import { connectGitRepository, gitRepositoryDraft } from '../../api/contract/git';
import { isObject, pick } from '../../base/json';

/** Providers without a host of their own: the repository's is asked for. */
const withOwnHost: readonly unknown[] = ['custom', 'selfhostedgitlab'];

function hasOwnHost({ provider }: { readonly provider?: unknown }): boolean {
  return withOwnHost.includes(provider);
}

/** The git repository of a web application (observed). */
export const gitRepositoryCreation: Creation = {
  endpoint: connectGitRepository,
  fields: (t) => [
    oneOf('provider', t('Git provider'), gitRepositoryDraft.shape.provider, t, { start: 'github' }),
    text('repository', t('Repository'), t, { start: '', placeholder: 'owner/repository' }),
    text('branch', t('Branch'), t, { start: 'main', value: 'main' }),
    text('gitHost', t('Host of the repository'), t, {
      placeholder: 'git.example.com',
      when: hasOwnHost,
    }),
    text('gitUser', t('User of the repository'), t, { value: 'git', when: hasOwnHost }),
  ],
  fromContent: ({ repositoryData, ...content }) => ({
    ...content,
    ...omitMissing({ repository: isObject(repositoryData) ? repositoryData['repo'] : undefined }),
  }),
  // A read returns the repository in another form.
  toRead: (body) => pick(body, ['provider', 'branch', 'gitHost', 'gitUser']),
};
