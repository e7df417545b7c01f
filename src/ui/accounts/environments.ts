import type { Environment } from '../../resources/accounts/account';
import { t } from '../l10n';

/** Theme colours that mark what is at stake; words always say it, too. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.orange',
  development: 'charts.green',
};

/** What an account's servers are for, in a word. */
export function describeEnvironment(environment: Environment): string {
  switch (environment) {
    case 'production':
      return t('production');
    case 'staging':
      return t('staging');
    case 'development':
      return t('development');
  }
}
