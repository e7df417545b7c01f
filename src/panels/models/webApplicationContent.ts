import { commonButtons, fact, objects, sectionOf } from './parts';
import { type Certificate, domainsSection } from './webApplicationDomains';
import {
  type WebApplicationParts,
  type WebApplicationPartName,
  valueOf,
  type WebApplicationPart,
} from './webApplicationParts';
import {
  cacheSection,
  certificatesSection,
  detailsSection,
  gitSection,
  limitsSection,
  logSection,
  phpSection,
  wafSection,
} from './webApplicationSections';
import { toVisible } from '../../base/foreignText';
import type { Translate } from '../../base/translate';
import type { Resource } from '../../resources/kinds/kind';
import { nameConstant } from '../../resources/names/constants';
import type { KindId } from '../../resources/kinds/kinds';
import { mainDomain } from '../../resources/website';
import type { ResourceReference } from '../../resources/reference';
import type { FactItem, Section } from '../../pages/model';
import type { PanelContent, PanelContext, Press } from '../panelKind';

/** What is known of a web application. */
interface KnownWebApplication {
  readonly webApplication: Resource;
  readonly parts: WebApplicationParts;
}

/** What the overview is drawn with. */
interface Means extends Pick<PanelContext, 't' | 'formats' | 'now'> {
  readonly certificateOf: (domain: Resource) => Certificate;
}

/** What the overview of a web application shows. */
export function toWebApplicationContent(
  { webApplication, parts }: KnownWebApplication,
  reference: ResourceReference,
  means: Means,
): PanelContent {
  const { t } = means;
  const titles = titlesOf(t);
  const start = (name: WebApplicationPartName): Section =>
    sectionOrNotSetUp(name, titles[name], parts[name], t);
  const domains = domainsSection(start('domains'), valueOf(parts.domains), reference, means);
  const sections: readonly (readonly [WebApplicationPartName | undefined, Section])[] = [
    ['domains', domains.section],
    ['sharedSsl', certificatesSection(start('sharedSsl'), parts.sharedSsl, means)],
    [undefined, phpSection(webApplication, parts, t)],
    ['settings', limitsSection(start('settings'), parts.settings, t)],
    ['gitRepository', gitSection(start('gitRepository'), parts.gitRepository, t)],
    ['cacheConfiguration', cacheSection(start('cacheConfiguration'), parts.cacheConfiguration, t)],
    ['waf', wafSection(start('waf'), parts.waf, t)],
    [undefined, detailsSection(webApplication, t)],
    ['log', logSection(start('log'), parts.log, t)],
  ];
  const isOffered = (name: WebApplicationPartName | undefined): boolean =>
    name === undefined || parts[name].state !== 'unoffered';
  const left = sections.flatMap(([name]) => (name && !isOffered(name) ? [titles[name]] : []));
  const shown = sections
    .filter(([name]) => isOffered(name))
    .map(([, section]) =>
      section.id === 'details' && left.length > 0
        ? { ...section, note: t('Not offered by this service: {0}', left.join(', ')) }
        : section,
    );
  return {
    title: toVisible(webApplication['name']),
    summary: webApplicationSummary(webApplication, parts.domains, t),
    isGrid: true,
    buttons: [
      { id: 'openWebsite', label: t('Open Website') },
      { id: 'openSshTerminal', label: t('Open SSH Terminal') },
      ...commonButtons(t),
    ],
    sections: shown,
    presses: { ...domains.presses, ...pressesOf(reference, shown) },
  };
}

function titlesOf(t: Translate): Readonly<Record<WebApplicationPartName, string>> {
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

/** What the sections' buttons do that aren't about the web application itself. */
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

function sectionOrNotSetUp(
  id: string,
  title: string,
  part: WebApplicationPart,
  t: Translate,
): Section {
  return part.state === 'absent' || part.state === 'unoffered'
    ? { id, title, items: [], empty: t('Not set up.') }
    : sectionOf(id, title, part, t);
}

function webApplicationSummary(
  { type, stack }: Resource,
  domains: WebApplicationPart,
  t: Translate,
): readonly FactItem[] {
  const main = mainDomain(objects(valueOf(domains)));
  return [
    fact(t('Domain'), main?.['name']),
    fact(t('Type'), nameConstant(type, t)),
    fact(t('Web server'), nameConstant(stack, t)),
  ];
}
