import type { AccountServices } from '../accounts/accountActions';
import type { PendingServices } from '../pending/pending';
import type { StoredData } from '../accounts/storedData';
import type { Agents } from '../agents/agents';
import type { ReportTexts } from '../documents/texts';
import type { CurrentTargets } from '../explorer/currentTargets';
import type { Panels } from '../panels/panels';
import type { AccountExchange } from '../../accounts/recentExchanges';
import type { UnfinishedForms } from '../../documents/creations/fields';
import type { Reverts } from '../../pending/reverts';
import type { Watches } from '../../actions/watches';
import type { SshLogins } from '../../resources/ssh';
import type { CommandId } from '../../actions/commands';

export interface Services extends AccountServices, PendingServices {
  readonly extensionId: string;
  readonly version: string;
  readonly storedData: StoredData;
  readonly recentExchanges: readonly AccountExchange[];
  readonly unfinishedForms: UnfinishedForms;
  readonly watches: Watches;
  readonly sshLogins: SshLogins;
  readonly currentTargets: CurrentTargets;
  readonly panels: Panels;
  readonly reportTexts: ReportTexts;
  readonly agents: Agents;
  readonly reverts: Reverts;
  answerReverts(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a command with the unchecked parameters of a menu, a key binding or a script. */
export type Handler = (services: Services, ...parameters: unknown[]) => unknown;

export type Handlers = Readonly<Record<CommandId, Handler>>;
