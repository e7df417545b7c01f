import {
  commonButtons,
  fact,
  members,
  moment,
  objects,
  recentEventsTable,
  sectionOf,
  textItem,
  unofferedNote,
  yesOrNoItem,
  type Part,
} from './parts';
import { validityCell } from './serverCertificates';
import { type Certificate, domainsSection } from './webApplicationDomains';
import { toVisible } from '../../base/foreignText';
import type { Resource } from '../../resources/kinds/kind';
import { nameConstant, namePhp } from '../../resources/names/constants';
import type { KindId } from '../../resources/kinds/kinds';
import { mainDomain } from '../../resources/website';
import type { ResourceReference } from '../../resources/reference';
import type { Cell, FactItem, Item, Section, Tone } from '../../pages/model';
import type { PanelContent, PanelContext, Press } from '../panelKind';
import { toFieldId } from '../fieldId';
import { settingsIn } from '../../documents/creations/creation';
import { webApplicationCreation } from '../../documents/creations/webApplications';
import { describeField } from '../../documents/schema';
import { presentDeploymentState, toDeploymentState } from '../../resources/kinds/deployment';
import { isCertificate } from '../../resources/kinds/ssl';
import { t } from '../../base/l10n';
import { webApplicationKind } from '../../resources/kinds/webApplication';

interface KnownWebApplication {
  readonly webApplication: Resource;
  readonly parts: WebApplicationParts;
}

interface DrawContext extends Pick<PanelContext, 'now'> {
  readonly certificateOf: (domain: Resource) => Certificate;
  readonly domainCount: number | undefined;
}

export function toWebApplicationContent(
  { webApplication, parts }: KnownWebApplication,
  reference: ResourceReference,
  context: DrawContext,
): PanelContent {
  const titles = titlesOf();
  const start = (name: WebApplicationPartName): Section =>
    sectionOrNotSetUp(name, titles[name], parts[name]);
  const domains = domainsSection(start('domains'), valueOf(parts.domains), reference, context);
  const sections: readonly (readonly [WebApplicationPartName | undefined, Section])[] = [
    ['domains', domains.section],
    ['sharedSsl', certificatesSection(start('sharedSsl'), parts.sharedSsl, context.now())],
    [undefined, phpSection(webApplication, parts)],
    ['settings', limitsSection(start('settings'), parts.settings)],
    ['gitRepository', gitSection(start('gitRepository'), parts.gitRepository)],
    ['cacheConfiguration', cacheSection(start('cacheConfiguration'), parts.cacheConfiguration)],
    ['waf', wafSection(start('waf'), parts.waf)],
    [undefined, detailsSection(webApplication)],
    ['log', logSection(start('log'), parts.log)],
  ];
  const isOffered = (name: WebApplicationPartName | undefined): boolean =>
    name === undefined || parts[name].state !== 'unoffered';
  const left = sections.flatMap(([name]) => (name && !isOffered(name) ? [titles[name]] : []));
  const shown = sections
    .filter(([name]) => isOffered(name))
    .map(([, section]) =>
      section.id === 'details' ? { ...section, ...unofferedNote(left) } : section,
    );
  return {
    title: toVisible(webApplication['name']),
    summary: webApplicationSummary(webApplication, parts.domains),
    isGrid: true,
    buttons: [
      { id: 'openWebsite', label: t('Open Website') },
      { id: 'openSshTerminal', label: t('Open SSH Terminal') },
      ...commonButtons(),
    ],
    sections: shown,
    presses: { ...domains.presses, ...pressesOf(reference, shown) },
  };
}

function titlesOf(): Readonly<Record<WebApplicationPartName, string>> {
  return {
    versions: t('PHP'),
    settings: t('Limits'),
    domains: t('Domains'),
    sharedSsl: t('Certificates'),
    gitRepository: t('Git'),
    cacheConfiguration: t('Cache'),
    waf: t('Firewall'),
    log: t('Recent Events'),
  };
}

function pressesOf(
  reference: ResourceReference,
  sections: readonly Section[],
): Readonly<Record<string, Press>> {
  const below = (kind: KindId): ResourceReference => ({ ...reference, kind });
  const presses: Readonly<Record<string, Press>> = {
    deployRepository: { command: 'deployRepository', target: below('gitRepository') },
    editDeployScript: { command: 'editDeployScript', target: below('gitRepository') },
    connectRepository: { command: 'connectRepository', target: below('gitRepository') },
    openRepository: { command: 'openDocument', target: below('gitRepository') },
    changeSslMode: { command: 'changeSslMode', target: below('sharedSsl') },
    openCache: { command: 'openOverview', target: below('cacheConfiguration') },
    preloadCache: { command: 'preloadCache', target: below('cacheConfiguration') },
    openWaf: { command: 'openOverview', target: below('waf') },
    createWaf: { command: 'createWaf', target: below('waf') },
  };
  const shown = new Set(sections.flatMap(({ buttons = [] }) => buttons.map(({ id }) => id)));
  return Object.fromEntries(Object.entries(presses).filter(([id]) => shown.has(id)));
}

function sectionOrNotSetUp(id: string, title: string, part: WebApplicationPart): Section {
  return part.state === 'absent' || part.state === 'unoffered'
    ? { id, title, items: [], empty: t('Not set up.') }
    : sectionOf(id, title, part);
}

function webApplicationSummary(
  { type, stack }: Resource,
  domains: WebApplicationPart,
): readonly FactItem[] {
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

function settingItem(name: string, settings: Readonly<Record<string, unknown>>): Item {
  const setting = settingsIn(webApplicationCreation).find((each) => each.name === name);
  const label = setting?.prompt ?? name;
  const value = settings[name];
  if (typeof value !== 'number') return fact(label, value);
  const path = ['settings', name];
  const description = describeField(webApplicationKind, path) ?? '';
  return { type: 'number', id: toFieldId(path), label, description, value };
}

function limitsSection(section: Section, part: WebApplicationPart): Section {
  if (part.state !== 'there') return section;
  const settings = members(part.value);
  return { ...section, items: limits.map((name) => settingItem(name, settings)) };
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
function certificatesSection(section: Section, part: WebApplicationPart, now: number): Section {
  if (part.state !== 'there') return section;
  const { advancedSSL, autoSSL, certificate } = members(part.value);
  const isBasic = advancedSSL === false;
  const none = certificate === null ? t('No certificate') : t('Certificate unknown');
  const { text, tone = 'quiet' }: Cell = isCertificate(certificate)
    ? validityCell(certificate, now)
    : { text: none, tone: 'quiet' };
  return {
    ...section,
    buttons: [{ id: 'changeSslMode', label: t('Change Mode…') }],
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

function gitSection(section: Section, part: WebApplicationPart): Section {
  const repository = members(valueOf(part));
  const isMissing = part.state === 'absent' || (part.state === 'there' && !repository['id']);
  if (isMissing) {
    return {
      ...section,
      empty: t('No repository connected.'),
      buttons: [{ id: 'connectRepository', label: t('Connect…'), about: section.title }],
    };
  }
  if (part.state !== 'there') return section;
  const data = members(repository['repositoryData']);
  const latest = members(repository['latestDeployment']);
  return {
    ...section,
    buttons: [
      { id: 'deployRepository', label: t('Deploy') },
      ...(repository['atomic'] === true
        ? []
        : [{ id: 'editDeployScript', label: t('Edit Deploy Script') }]),
      { id: 'openRepository', label: t('Open'), about: section.title },
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

function cacheSection(section: Section, part: WebApplicationPart): Section {
  if (part.state !== 'there') return section;
  const { status, cacheSettings } = members(part.value);
  const settings = members(cacheSettings);
  const isOn = (group: string): unknown => members(settings[group])['enable'];
  return {
    ...section,
    buttons: [
      { id: 'preloadCache', label: t('Preload') },
      { id: 'openCache', label: t('Open'), about: section.title },
    ],
    items: [
      stateFact(t('Page cache'), isOn('cache_settings')),
      stateFact(t('Object cache'), isOn('object_cache_settings')),
      stateFact(t('CDN'), isOn('cdn_settings')),
      fact(t('Status'), status),
    ],
  };
}

function wafSection(section: Section, part: WebApplicationPart): Section {
  if (part.state === 'absent') {
    const buttons = [{ id: 'createWaf', label: t('Set Up…'), about: section.title }];
    return { ...section, buttons };
  }
  if (part.state !== 'there') return section;
  const { isEnabled, paranoia, anomaly } = members(part.value);
  return {
    ...section,
    buttons: [{ id: 'openWaf', label: t('Open'), about: section.title }],
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

function logSection(section: Section, part: WebApplicationPart): Section {
  if (part.state !== 'there') return { ...section, isWide: true };
  return {
    ...section,
    isWide: true,
    empty: t('No events yet.'),
    buttons: [{ id: 'followEvents', label: t('Follow Events') }],
    table: recentEventsTable(part.value),
  };
}

/** The further reads of the overview; each may fail on its own. */
export const webApplicationPartNames = [
  'versions',
  'settings',
  'domains',
  'sharedSsl',
  'gitRepository',
  'cacheConfiguration',
  'waf',
  'log',
] as const;
export type WebApplicationPartName = (typeof webApplicationPartNames)[number];

/** Parts that are resources of their own, named after their kinds. */
export const resourceParts = ['sharedSsl', 'gitRepository', 'cacheConfiguration', 'waf'] as const;

/** A part; `absent` if there is none yet. */
export type WebApplicationPart = Part | { readonly state: 'absent' };

export type WebApplicationParts = Readonly<Record<WebApplicationPartName, WebApplicationPart>>;

function valueOf(part: WebApplicationPart): unknown {
  return part.state === 'there' ? part.value : undefined;
}
