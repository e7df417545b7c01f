import type { StoreChange } from '../../resources/store/resourceStore';
import { Overview } from './overview';
import {
  type Part,
  unreadPart,
  commonButtons,
  fact,
  members,
  moment,
  objects,
  recentEvents,
  sectionOf,
  textItem,
  unofferedNote,
  yesOrNoItem,
  numberItem,
  type Presses,
} from './parts';
import {
  certificateOf,
  readCertificates,
  type DomainContext,
  domainsSection,
} from './webApplicationDomains';
import { listWebApplicationLogs } from '../../api/contract/serverFacts';
import { readPhpVersions, readWebApplicationSettings } from '../../api/contract/webApplication';
import { ApiError } from '../../api/errors';
import { collectionBelow, parentOf, type ResourceReference } from '../../resources/reference';
import type { Draw, Drawing, PanelContext, PanelKind, PanelContent } from '../panelKind';
import { validityCell } from './serverCertificates';
import { toVisible } from '../../base/foreignText';
import type { Resource } from '../../resources/kinds/kind';
import { nameConstant, namePhp } from '../../resources/names/constants';
import type { KindId } from '../../resources/kinds/kinds';
import { mainDomain } from '../../resources/website';
import type { Button, Cell, FactItem, Item, Section, Tone } from '../../pages/model';
import { toFieldId } from '../fieldId';
import { settingsIn } from '../../documents/creations/creation';
import { webApplicationCreation } from '../../documents/creations/creations';
import { describeField } from '../../documents/schema';
import { presentDeploymentState, toDeploymentState } from '../../resources/kinds/deployment';
import { isCertificate } from '../../resources/kinds/ssl';
import { t } from '../../base/l10n';
import { webApplicationKind } from '../../resources/kinds/webApplication';

export const webApplicationPanel: PanelKind = {
  id: 'webApplication',
  kind: 'webApplication',
  open: () => new WebApplicationOverview(),
};

class WebApplicationOverview extends Overview<WebApplicationPartName> {
  #wasRead = false;

  constructor() {
    super(webApplicationPartNames);
  }

  readonly loadSaved: Draw = async (to) => {
    await this.readResource(to);
    if (this.parts.settings.state !== 'unoffered') await this.read('settings', to);
    if (!to.signal.aborted) this.draw(to);
  };

  /** Keeps what was read before if it can't be read again, and says so. */
  readonly sample: Draw = async (to) => {
    if (this.parts.log.state === 'unoffered') return;
    await this.read('log', to, this.parts.log);
    this.draw(to);
  };

  dependsOn({ collection }: StoreChange, reference: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isBelow =
      account === reference.account && reference.ids.every((id, at) => id === parents[at]);
    return isBelow && ['domain', 'ssl', ...resourceParts].includes(kind);
  }

  readonly redraw: Draw = async (to) => {
    const { store, reference, signal } = to;
    const forgotten = resourceParts.filter(
      (kind) => this.parts[kind].state === 'there' && !store.find({ ...reference, kind }),
    );
    const isForgotten =
      this.parts.domains.state === 'there' && !store.peek(collectionBelow(reference, 'domain'));
    const again: readonly WebApplicationPartName[] = isForgotten
      ? [...forgotten, 'domains']
      : forgotten;
    await Promise.all(again.map((name) => this.read(name, to)));
    if (!signal.aborted) this.draw(to);
  };

  /** Shares the list of domains with the tree, unless it's read again. */
  protected override outdate({ store, reference }: Drawing): void {
    if (this.#wasRead) store.outdateBelow(collectionBelow(reference, 'domain'));
    this.#wasRead = true;
  }

  protected override unread(before: Part | undefined, error: unknown, context: PanelContext): Part {
    // For a documented part, a 404 means that there is none yet.
    const isAbsent = error instanceof ApiError && error.reason === 'notFound';
    return isAbsent && before?.state !== 'there'
      ? { state: 'absent' }
      : super.unread(before, error, context);
  }

  protected override async readPart(name: WebApplicationPartName, to: Drawing): Promise<unknown> {
    const { client, store, reference, signal } = to;
    const options = { signal };
    switch (name) {
      case 'versions':
        return client.perform(
          parentOf(reference) ?? reference,
          readPhpVersions,
          undefined,
          options,
        );
      case 'settings':
        return client.perform(reference, readWebApplicationSettings, undefined, options);
      case 'log':
        return (await client.readPage(reference, listWebApplicationLogs, 1, options)).items;
      case 'domains': {
        const { items } = await store.list(collectionBelow(reference, 'domain'), options);
        await readCertificates(to, items);
        return items;
      }
      case 'sharedSsl':
      case 'gitRepository':
      case 'cacheConfiguration':
      case 'waf':
        return store.read({ ...reference, kind: name }, options);
    }
  }

  protected override draw(to: Drawing): void {
    const { store, reference } = to;
    const parts = { ...this.parts } as Record<WebApplicationPartName, Part>;
    const listed = collectionBelow(reference, 'domain');
    const known = [
      ...resourceParts.map((kind) => {
        const part = { ...reference, kind };
        return [kind, store.find(part), store.failure(part)] as const;
      }),
      ['domains', store.peek(listed)?.items, store.failure(listed)] as const,
    ];
    for (const [name, value, error] of known) {
      if (!value || parts[name].state === 'loading') continue;
      const part = { state: 'there', value } as const;
      parts[name] = error === undefined ? part : unreadPart(part, error, to);
    }
    const context: DomainContext = {
      now: to.now,
      certificateOf: (domain) => certificateOf(to, reference, domain),
      domainCount: store.peek(listed)?.total,
    };
    to.show(toWebApplicationContent(this.resource, parts, reference, context));
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Makes a button that runs a command, by default that of its own name, on a part. */
type ButtonOf = (kind: KindId, id: string, label: string, command?: string) => Button;

function toWebApplicationContent(
  webApplication: Resource,
  parts: WebApplicationParts,
  reference: ResourceReference,
  context: DomainContext,
): PanelContent {
  const presses: Presses = {};
  const sections = sectionsOf(webApplication, parts, reference, context, presses);
  const stateOf = ({ id }: Section): string | undefined =>
    (parts as Readonly<Record<string, Part>>)[id]?.state;
  const left = sections.filter((section) => stateOf(section) === 'unoffered');
  const note = unofferedNote(left.map(({ title }) => title));
  return {
    title: toVisible(webApplication['name']),
    summary: webApplicationSummary(webApplication, parts.domains),
    isGrid: true,
    buttons: [
      { id: 'openWebsite', label: t('Open Website') },
      { id: 'openSshTerminal', label: t('Open SSH Terminal') },
      ...commonButtons(),
    ],
    sections: sections
      .filter((section) => !left.includes(section))
      .map((section) => (section.id === 'details' ? { ...section, ...note } : section)),
    presses,
  };
}

function sectionsOf(
  webApplication: Resource,
  parts: WebApplicationParts,
  reference: ResourceReference,
  context: DomainContext,
  presses: Presses,
): readonly Section[] {
  const buttonOf: ButtonOf = (kind, id, label, command = id) => {
    presses[id] = { command, target: { ...reference, kind } };
    return { id, label };
  };
  const start = (name: WebApplicationPartName, title: string): Section =>
    sectionOrNotSetUp(name, title, parts[name]);
  const whenRead = (
    name: WebApplicationPartName,
    title: string,
    fill: (value: Members) => Partial<Section>,
  ): Section => {
    const part = parts[name];
    return { ...start(name, title), ...(part.state === 'there' ? fill(members(part.value)) : {}) };
  };
  const { domains, gitRepository, log, waf } = parts;
  const events = start('log', t('Recent Events'));
  return [
    domainsSection(start('domains', t('Domains')), valueOf(domains), reference, context, presses),
    whenRead('sharedSsl', t('Certificates'), (value) =>
      certificatesOf(value, context.now(), buttonOf),
    ),
    phpSection(webApplication, parts),
    whenRead('settings', t('Limits'), (value) => ({
      items: limits.map((name) => settingItem(name, value)),
    })),
    gitSection(start('gitRepository', t('Git')), gitRepository, buttonOf),
    whenRead('cacheConfiguration', t('Cache'), (value) => cacheOf(value, buttonOf)),
    wafSection(start('waf', t('Firewall')), waf, buttonOf),
    detailsSection(webApplication),
    recentEvents(events, log, { id: 'followEvents', label: t('Follow Events') }),
  ];
}

function sectionOrNotSetUp(id: string, title: string, part: Part): Section {
  return part.state === 'absent' || part.state === 'unoffered'
    ? { id, title, items: [], empty: t('Not set up.') }
    : sectionOf(id, title, part);
}

function webApplicationSummary({ type, stack }: Resource, domains: Part): readonly FactItem[] {
  const main = mainDomain(objects(valueOf(domains)));
  return [
    fact(t('Domain'), main?.['name']),
    fact(t('Type'), nameConstant(type)),
    fact(t('Web server'), nameConstant(stack)),
  ];
}

function phpSection({ phpVersion }: Resource, parts: WebApplicationParts): Section {
  const settings = members(valueOf(parts.settings));
  const section = { id: 'php', title: t('PHP') };
  if (parts.versions.state === 'loading') return { ...section, items: [], isLoading: true };
  return {
    ...section,
    items: [
      versionItem(phpVersion, valueOf(parts.versions)),
      ...(parts.settings.state === 'there'
        ? [
            settingItem('processManagerMaxChildren', settings),
            settingItem('sessionGcMaxlifetime', settings),
          ]
        : []),
      fact(t('Process manager'), nameConstant(settings['processManager'])),
      fact(t('Time zone'), settings['timezone']),
    ],
  };
}

function versionItem(value: unknown, versions: unknown): Item {
  const [label, path] = [t('PHP version'), ['phpVersion']];
  const options = (Array.isArray(versions) ? (versions as unknown[]) : []).filter(isPlainText);
  if (options.length === 0 || !isPlainText(value)) return textItem(label, path, value);
  // The current value stays selectable, even if the service no longer offers it.
  const all = [...new Set([...options, value])];
  return {
    type: 'select',
    id: toFieldId(path),
    label,
    value,
    options: all.map((each) => ({ value: each, label: namePhp(each) })),
  };
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && toVisible(value) === value;
}

function settingItem(name: string, settings: Members): Item {
  const setting = settingsIn(webApplicationCreation).find((each) => each.name === name);
  const label = setting?.prompt ?? name;
  const path = ['settings', name];
  const description = describeField(webApplicationKind, path) ?? '';
  return numberItem(label, path, settings[name], description);
}

const limits = [
  'memoryLimit',
  'maxExecutionTime',
  'maxInputTime',
  'maxInputVars',
  'postMaxSize',
  'uploadMaxFilesize',
];

/** Which mode certificates are in, and how long the one that the domains share is valid. */
function certificatesOf(
  { advancedSSL, autoSSL, certificate }: Members,
  now: number,
  buttonOf: ButtonOf,
): Partial<Section> {
  const isBasic = advancedSSL === false;
  const none = certificate === null ? t('No certificate') : t('Certificate unknown');
  const { text, tone = 'quiet' }: Cell = isCertificate(certificate)
    ? validityCell(certificate, now)
    : { text: none, tone: 'quiet' };
  return {
    buttons: [buttonOf('sharedSsl', 'changeSslMode', t('Change Mode…'))],
    items: [
      fact(t('Certificate mode'), modeOf(advancedSSL)),
      ...(isBasic ? [{ ...fact(t('Shared certificate'), text), tone }] : []),
      yesOrNoItem(t('Automatic certificates'), autoSSL),
    ],
  };
}

function modeOf(isAdvanced: unknown): string {
  if (typeof isAdvanced !== 'boolean') return t('Mode unknown');
  return isAdvanced
    ? [t('Advanced mode'), t('one for each domain')].join(', ')
    : [t('Basic mode'), t('one for all domains')].join(', ');
}

function gitSection(section: Section, part: Part, buttonOf: ButtonOf): Section {
  const repository = members(valueOf(part));
  const isMissing = part.state === 'absent' || (part.state === 'there' && !repository['id']);
  const about = section.title;
  if (isMissing) {
    const connect = buttonOf('gitRepository', 'connectRepository', t('Connect…'));
    const empty = t('No repository connected.');
    return { ...section, empty, buttons: [{ ...connect, about }] };
  }
  if (part.state !== 'there') return section;
  const data = members(repository['repositoryData']);
  const latest = members(repository['latestDeployment']);
  return {
    ...section,
    buttons: [
      buttonOf('gitRepository', 'deployRepository', t('Deploy')),
      ...(repository['atomic'] === true
        ? []
        : [buttonOf('gitRepository', 'editDeployScript', t('Edit Deploy Script'))]),
      { ...buttonOf('gitRepository', 'openRepository', t('Open'), 'openDocument'), about },
    ],
    items: [
      fact(t('Repository'), data['repo']),
      fact(t('Branch'), repository['branch']),
      ...(repository['latestDeployment'] ? deploymentFacts(latest) : []),
      yesOrNoItem(t('Automatic deployment'), repository['autoDeploy']),
    ],
  };
}

const deploymentTones = {
  running: 'quiet',
  done: 'good',
  failed: 'bad',
  other: 'quiet',
} as const satisfies Record<string, Tone>;

function deploymentFacts(latest: Readonly<Record<string, unknown>>): FactItem[] {
  const { status, hashShort, endTime, startTime } = latest;
  const { state } = presentDeploymentState(typeof status === 'string' ? status : undefined);
  const tone = deploymentTones[toDeploymentState(status)];
  return [
    { ...fact(t('Last deployment'), state), ...(state ? { tone } : {}) },
    fact(t('Commit'), hashShort),
    moment(t('Time'), endTime ?? startTime),
  ];
}

function stateFact(label: string, isOn: unknown): FactItem {
  if (typeof isOn !== 'boolean') return fact(label, undefined);
  return { ...fact(label, isOn ? t('on') : t('off')), tone: isOn ? 'good' : 'quiet' };
}

function cacheOf({ status, cacheSettings }: Members, buttonOf: ButtonOf): Partial<Section> {
  const settings = members(cacheSettings);
  const isOn = (group: string): unknown => members(settings[group])['enable'];
  return {
    buttons: [
      buttonOf('cacheConfiguration', 'preloadCache', t('Preload')),
      {
        ...buttonOf('cacheConfiguration', 'openCache', t('Open'), 'openOverview'),
        about: t('Cache'),
      },
    ],
    items: [
      stateFact(t('Page cache'), isOn('cache_settings')),
      stateFact(t('Object cache'), isOn('object_cache_settings')),
      stateFact(t('CDN'), isOn('cdn_settings')),
      fact(t('Status'), status),
    ],
  };
}

function wafSection(section: Section, part: Part, buttonOf: ButtonOf): Section {
  const about = section.title;
  if (part.state === 'absent') {
    return { ...section, buttons: [{ ...buttonOf('waf', 'createWaf', t('Set Up…')), about }] };
  }
  if (part.state !== 'there') return section;
  const { isEnabled, paranoia, anomaly } = members(part.value);
  return {
    ...section,
    buttons: [{ ...buttonOf('waf', 'openWaf', t('Open'), 'openOverview'), about }],
    items: [
      stateFact(t('Status'), isEnabled),
      fact(t('Paranoia level'), paranoia),
      fact(t('Anomaly threshold'), anomaly),
    ],
  };
}

function detailsSection(webApplication: Resource): Section {
  return {
    id: 'details',
    title: t('Details'),
    isWide: true,
    items: [
      fact(t('Root folder'), webApplication['rootPath']),
      fact(t('Public folder'), webApplication['publicPath']),
      fact(t('Mode'), nameConstant(webApplication['stackMode'])),
      yesOrNoItem(t('Default web application'), webApplication['defaultApp']),
      moment(t('Created'), webApplication['created_at']),
    ],
  };
}

/** The further reads of the overview; each may fail on its own. */
const webApplicationPartNames = [
  'versions',
  'settings',
  'domains',
  'sharedSsl',
  'gitRepository',
  'cacheConfiguration',
  'waf',
  'log',
] as const;
type WebApplicationPartName = (typeof webApplicationPartNames)[number];

/** Parts that are resources of their own, named after their kinds. */
const resourceParts = ['sharedSsl', 'gitRepository', 'cacheConfiguration', 'waf'] as const;

type WebApplicationParts = Readonly<Record<WebApplicationPartName, Part>>;

function valueOf(part: Part): unknown {
  return part.state === 'there' ? part.value : undefined;
}
