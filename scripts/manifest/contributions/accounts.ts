import { accountMenu, can, serversView, withAccounts, withServices } from './conditions';
import { type Contributions, inMenu, row, title } from './places';

/** Accounts and the sandbox. */
export const accountsContributions = {
  'serverManagement.addAccount': {
    icon: 'add',
    places: [
      title('navigation@1', `${serversView} && serverManagement.isWithoutAccounts`),
      inMenu(accountMenu, '1_account@0', withAccounts),
    ],
  },
  'serverManagement.useSandbox': {
    icon: 'beaker',
    places: [inMenu(accountMenu, '2_sandbox', '!serverManagement.usesSandbox')],
  },
  'serverManagement.resetSandbox': {
    places: [
      inMenu(accountMenu, '2_sandbox', 'serverManagement.usesSandbox'),
      row('2_account@6', can('sandbox')),
    ],
  },
  'serverManagement.stopUsingSandbox': {
    places: [
      inMenu(accountMenu, '2_sandbox', 'serverManagement.usesSandbox'),
      row('9_remove@2', can('sandbox')),
    ],
  },
  'serverManagement.signIn': {
    icon: 'sign-in',
    places: [
      inMenu(accountMenu, '1_account@3', withServices),
      row('2_account@1', String.raw`viewItem =~ /\+(signIn|service)\b/`),
      row('inline@1'),
    ],
  },
  'serverManagement.editAccount': {
    places: [inMenu(accountMenu, '1_account@2', withServices), row('2_account@3', can('service'))],
  },
  'serverManagement.allowChanges': {
    icon: 'unlock',
    places: [row('2_account@4'), row('inline@2')],
  },
  'serverManagement.removeAccount': {
    places: [
      inMenu(accountMenu, '1_account@4', withServices),
      row('9_remove@1', String.raw`viewItem =~ /^(account .*\+service|brokenAccount)\b/`),
    ],
  },
  'serverManagement.checkConnection': {
    icon: 'pulse',
    places: [
      inMenu(accountMenu, '1_account@1', withAccounts),
      row('2_account@2', String.raw`viewItem =~ /^account\b/`),
    ],
  },
  'serverManagement.linkWorkspace': { places: [inMenu(accountMenu, '3_agents', withAccounts)] },
  'serverManagement.connectAgents': { places: [inMenu(accountMenu, '3_agents', withAccounts)] },
  'serverManagement.removeStoredData': { places: [] },
} satisfies Contributions;
