import { type StoreChange } from '../../resources/store/resourceStore';
import { toVisible } from '../../base/foreignText';
import { isObject, type JsonValue } from '../../base/json';
import type { Listing } from '../../resources/store/listing';
import { isFromAnywhere, ruleEffect } from '../../resources/lockOut/firewall';
import type { Resource } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import { nameRuleAction } from '../../resources/kinds/firewallRule';
import { nameStates } from '../../resources/kinds/supervisorJob';
import {
  collectionBelow,
  type CollectionReference,
  itemOf,
  type ResourceReference,
} from '../../resources/reference';
import type { Button, Cell, Row, Section } from '../../pages/model';
import { toFieldId } from '../fieldId';
import { cell, eventCells, momentCell, type Presses, rowButtons } from './parts';
import { toEventLine } from '../follow/tail';
import type { KindWithTable } from '../kindsWithPanel';
import type { Draw, PanelContent, PanelKind, PanelReader } from '../panelKind';
import { formats, t } from '../../base/l10n';

interface TableDefinition {
  readonly kind: KindWithTable;
  readonly columns: () => readonly string[];
  /** The cells of a resource's rows. `states`: what its kind's operation for them answered. */
  readonly toRows: (item: Resource, states: unknown) => readonly (readonly Cell[])[];
  /** The commands of a row and of the whole table, with their titles. */
  readonly ofRow: () => Readonly<Record<string, string>>;
  readonly ofTable?: () => readonly Button[];
}

const actionTones = { accepts: 'good', rejects: 'bad', unknown: 'warning' } as const;

const firewallRules: TableDefinition = {
  kind: 'firewallRule',
  columns: () => [t('Port'), t('Protocol'), t('Action'), t('Address'), t('Created')],
  toRows: (rule) => [
    [
      cell(rule['port']),
      cell(typeof rule['protocol'] === 'string' ? rule['protocol'].toUpperCase() : undefined),
      { text: nameRuleAction(rule), tone: actionTones[ruleEffect(rule)] },
      isFromAnywhere(rule) ? { text: t('Anywhere') } : cell(rule['ipAddress'] ?? t('unknown')),
      momentCell(rule['created_at']),
    ],
  ],
  ofRow: () => ({ openDocument: t('Open'), delete: t('Delete') }),
  ofTable: () => [
    { id: 'createFirewallRule', label: t('New…') },
    { id: 'deployFirewallRules', label: t('Deploy') },
  ],
};

const blockedAddresses: TableDefinition = {
  kind: 'blockedAddress',
  columns: () => [t('Address')],
  toRows: (item) => [[cell(item['address'])]],
  ofRow: () => ({ copy: t('Copy…'), unblockAddress: t('Unblock') }),
};

const logEntries: TableDefinition = {
  kind: 'logEntry',
  columns: () => [t('Event'), t('Level'), t('Time')],
  toRows: (entry) => [eventCells(toEventLine(entry))],
  ofRow: () => ({ copy: t('Copy…') }),
  ofTable: () => [{ id: 'followEvents', label: t('Follow Events') }],
};

const supervisorJobs: TableDefinition = {
  kind: 'supervisorJob',
  columns: () => [t('Process'), t('Job'), t('State'), t('PID'), t('Uptime'), t('User')],
  toRows: processesOf,
  ofRow: () => ({
    reloadSupervisorJob: t('Reload'),
    openDocument: t('Open'),
    delete: t('Delete'),
  }),
  ofTable: () => [{ id: 'createSupervisorJob', label: t('New…') }],
};

export const tablePanels: Readonly<Record<KindWithTable, PanelKind>> = {
  firewallRule: toPanel(firewallRules),
  supervisorJob: toPanel(supervisorJobs),
  logEntry: toPanel(logEntries),
  blockedAddress: toPanel(blockedAddresses),
};

function toPanel(definition: TableDefinition): PanelKind {
  return {
    id: `${definition.kind}Table`,
    kind: 'server',
    tableOf: definition.kind,
    open: () => new TableReader(definition),
  };
}

class TableReader implements PanelReader {
  readonly #definition: TableDefinition;
  #extra: unknown;
  #wasRead = false;

  constructor(definition: TableDefinition) {
    this.#definition = definition;
  }

  /** Shares what the tree has read, unless it's read again. */
  readonly load: Draw = async (to) => {
    if (this.#wasRead) to.store.outdateBelow(this.#collection(to.reference));
    this.#wasRead = true;
    await this.#read(to);
  };

  dependsOn({ collection }: StoreChange, server: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isSame = kind === this.#definition.kind && account === server.account;
    return isSame && parents[0] === server.ids[0];
  }

  readonly redraw: Draw = async (to) => {
    const listing = to.store.peek(this.#collection(to.reference));
    if (listing) to.show(toTableContent(this.#definition, to.reference, listing, this.#extra));
    else await this.#read(to);
  };

  readonly #read: Draw = async (to) => {
    const { client, store, reference, show, signal } = to;
    const { states } = findKind(this.#definition.kind).operations;
    const [listing, extra] = await Promise.all([
      store.list(this.#collection(reference), { signal }),
      // They are only observed; the rows are shown without them.
      states &&
        client.perform(reference, states.endpoint, undefined, { signal }).catch(() => undefined),
    ]);
    this.#extra = extra;
    show(toTableContent(this.#definition, reference, listing, extra));
  };

  #collection(server: ResourceReference): CollectionReference {
    return collectionBelow(server, this.#definition.kind);
  }
}

function toTableContent(
  definition: TableDefinition,
  server: ResourceReference,
  listing: Listing,
  extra: unknown,
): PanelContent {
  const { kind, columns, toRows, ofRow, ofTable } = definition;
  const title = t(findKind(kind).names.many);
  const collection = collectionBelow(server, kind);
  const presses: Presses = { loadAll: { command: 'loadAll', target: collection } };
  const rows = listing.items.flatMap((item) =>
    toRows(item, extra).map((cells, index): Row => {
      const id = `row/${toFieldId([String(item['id'])])}/${index}`;
      const row = { id, about: cells[0]?.text ?? id };
      return { id, cells, buttons: rowButtons(row, itemOf(collection, item), ofRow(), presses) };
    }),
  );
  const { items, total, isComplete } = listing;
  const rest: Pick<Section, 'note' | 'buttons'> = isComplete
    ? {}
    : {
        note: t(
          '{0} of {1} loaded.',
          formats.number(items.length),
          total === undefined ? '?' : formats.number(total),
        ),
        buttons: [{ id: 'loadAll', label: t('Load All') }],
      };
  return {
    title,
    buttons: [...(ofTable?.() ?? []), { id: 'refresh', label: t('Refresh') }],
    sections: [
      {
        id: 'rows',
        title: t('Entries'),
        ...rest,
        items: [],
        empty: t('None.'),
        table: { columns: columns(), rows, isFilterable: true },
      },
    ],
    presses,
  };
}

function processesOf(job: Resource, status: unknown): readonly (readonly Cell[])[] {
  const found = isObject(status) ? status[String(job['label'])] : undefined;
  const processes = Array.isArray(found) ? found.filter((each) => isObject(each)) : [];
  const rows = processes.length > 0 ? processes : [{} as Record<string, JsonValue>];
  return rows.map((row) => [
    cell(row['process'] ?? job['label']),
    cell(job['label']),
    row['status'] === undefined ? cell(undefined) : stateCell(toVisible(row['status'])),
    cell(row['pid']),
    cell(row['uptime']),
    cell(job['username']),
  ]);
}

function stateCell(state: string): Cell {
  return { text: nameStates(state) ?? state, tone: state === 'RUNNING' ? 'good' : 'bad' };
}
