import type { Confirmation, Work } from '../../base/questions';
import {
  findLockOuts,
  type LockOut,
  type LockOutReading,
  portOf,
  settingsBefore,
  byServer,
  effectOf,
  isInForce,
  opensAccess,
  type PlannedWrite,
  serverOfWrite,
  type LoginObstacle,
} from '../../resources/lockOut/findLockOuts';
import { isCancellation } from '../describeError';
import { isEqual } from '../../base/json';
import { type ResourceReference, serverOf, type Target, toKey } from '../../resources/reference';
import { t } from '../../base/l10n';
import type { FirewallLoss } from '../../resources/lockOut/firewall';
import { reachNames, type Reach } from '../../resources/network/ipRange';
import { findKind } from '../../resources/kinds/kinds';
import { mostNames, shorten } from '../../resources/lockOut/whoGetsIn';

/** How long risks found while typing are reused for a save, in milliseconds. */
const recentMs = 15_000;

interface GuardPrompts {
  confirm(confirmation: Confirmation): Promise<boolean>;
  show<T>(work: Work<T>): Promise<T>;
}

export interface Guard {
  /** Asks about writes that could lock the person out of a server; `unasked` if they can't. */
  ask(writes: readonly PlannedWrite[]): Promise<Consent>;
  /** True for what was agreed to when it was allowed, and is sent even if it no longer is. */
  permits?(write: PlannedWrite): boolean;
}

/** A `WayBack` is chosen by the person, who agrees to the write unless it turns out to lock them out. */
type Consent = 'unasked' | 'agreed' | 'refused' | WayBack;

/** Restores what a write replaces unless the person confirms in time that they still get in. */
export interface WayBack {
  readonly button: string;
  /** What it restores. */
  readonly line: string;
  /** Called before the write is sent. */
  begin(): Promise<void>;
  /** Called if the write surely failed. */
  end(): Promise<void>;
}

/** Undefined if what a write replaces isn't known. */
type FindWayBack = (write: PlannedWrite) => Promise<WayBack | undefined>;

interface GuardLanguage {
  readonly describeError: (error: unknown) => string;
  readonly describePlace: (servers: readonly ResourceReference[]) => Promise<Place>;
}

/** Where something happens, as a question names it. */
export interface Place {
  readonly lines: readonly string[];
  /** Text to type in confirmation: the only server's name, or the accounts'. */
  readonly typed: string;
}

interface Risks {
  readonly lines: readonly string[];
  readonly writes: readonly PlannedWrite[];
}

export class LockOutGuard implements Guard {
  readonly #reading: LockOutReading;
  readonly #asking: GuardPrompts;
  readonly #words: GuardLanguage;
  readonly #findWayBack: FindWayBack;
  #recent:
    | { readonly key: string; readonly at: number; readonly found: readonly LockOut[] }
    | undefined;
  /** When writes last passed: what was found before may not be true any more. */
  #passedAt = 0;

  constructor(
    reading: LockOutReading,
    asking: GuardPrompts,
    words: GuardLanguage,
    findWayBack: FindWayBack,
  ) {
    this.#reading = reading;
    this.#asking = asking;
    this.#words = words;
    this.#findWayBack = findWayBack;
  }

  /** The SSH port of the server that something is on. */
  sshPortOf(target: Target): number {
    return portOf(this.#reading, serverOf(target));
  }

  /** If the risk isn't known, asks about that. `other` is due anyway: one question for both. */
  async ask(writes: readonly PlannedWrite[], other?: Confirmation): Promise<Consent> {
    return (await this.#ask(writes, other)).answer;
  }

  async ahead(writes: readonly PlannedWrite[], other?: Confirmation): Promise<Guard | undefined> {
    const { answer, isRisk } = await this.#ask(writes, other);
    if (answer === 'refused') return undefined;
    // A write that opens access may fail, and the person wasn't asked about the others without it.
    const isRelyingOnOne = !isRisk && writes.some(opensAccess);
    const isOpen = (write: PlannedWrite): boolean =>
      !writes.some((each) => isSameWrite(each, write)) || (isRelyingOnOne && !opensAccess(write));
    return {
      ask: async (next) => {
        this.#passedAt = Date.now();
        const open = next.filter(isOpen);
        if (open.length > 0) return this.ask(open);
        return typeof answer === 'object' ? answer : 'unasked';
      },
    };
  }

  async #ask(
    writes: readonly PlannedWrite[],
    other: Confirmation | undefined,
  ): Promise<{ readonly answer: Consent; readonly isRisk: boolean }> {
    const risks = await this.#findRisks(writes);
    this.#passedAt = Date.now();
    if (risks === 'cancelled') return { answer: 'refused', isRisk: false };
    const isRisk = risks.lines.length > 0;
    const question = isRisk ? await this.#toQuestion(risks, other) : other;
    if (!question) return { answer: 'unasked', isRisk };
    return { answer: await this.#agree(question, writes, isRisk), isRisk };
  }

  async #agree(
    question: Confirmation,
    [write, ...others]: readonly PlannedWrite[],
    isRisk: boolean,
  ): Promise<Consent> {
    const isOffered =
      write && others.length === 0 && (isRisk || effectOf(write) === 'deploysRules');
    const way = isOffered ? await this.#findWayBack(write) : undefined;
    if (!way) return (await this.#asking.confirm(question)) ? 'agreed' : 'refused';
    let answer: Consent = 'agreed';
    const isAgreed = await this.#asking.confirm({
      ...question,
      detail: [question.detail, way.line].join('\n'),
      otherWay: { button: way.button, choose: () => (answer = way) },
    });
    return isAgreed ? answer : 'refused';
  }

  /**
   * How writes to one server could lock the person out. Typing comes right before saving, so what
   * was just found for the same change of the same settings isn't read again.
   * @throws ApiError, UnknownAccountError.
   */
  async find(writes: readonly PlannedWrite[], signal: AbortSignal): Promise<readonly LockOut[]> {
    const key = JSON.stringify(
      writes.map((write) => [
        write.endpoint.id,
        toKey(write.target),
        write.body,
        settingsBefore(write),
      ]),
    );
    const at = Date.now();
    const since = Math.max(this.#passedAt, at - recentMs);
    const isRecent = this.#recent?.key === key && this.#recent.at > since;
    if (this.#recent && isRecent && writes.every(settingsBefore)) return this.#recent.found;
    const found = await findLockOuts(this.#reading, writes, signal);
    this.#recent = { key, at, found };
    return found;
  }

  async #findRisks(all: readonly PlannedWrite[]): Promise<Risks | 'cancelled'> {
    const writes = all.filter(effectOf);
    if (writes.length === 0) return { lines: [], writes };
    const { describeError } = this.#words;
    try {
      const found = await this.#asking.show({
        title: t('Checking who can still log in…'),
        run: (signal) =>
          Promise.all(
            byServer(writes).map(async (onServer) => {
              const lockOuts = await this.find(onServer, signal);
              return { lockOuts, writes: lockOuts.length > 0 ? onServer : [] };
            }),
          ),
      });
      return {
        lines: describeLockOuts(found.flatMap(({ lockOuts }) => lockOuts)),
        writes: found.flatMap((each) => each.writes),
      };
    } catch (error) {
      if (isCancellation(error)) return 'cancelled';
      const why = t("Couldn't check who can still log in. {0}", describeError(error));
      return { lines: [why], writes };
    }
  }

  /** Confirmed by typing if it takes effect at once: no one may be left who could take it back. */
  async #toQuestion(
    { lines, writes }: Risks,
    other: Confirmation | undefined,
  ): Promise<Confirmation> {
    const { describePlace } = this.#words;
    const place = await describePlace(byServer(writes).map(([first]) => serverOfWrite(first)));
    const isAtOnce = writes.some(isInForce);
    const all = [
      ...lines,
      isAtOnce
        ? t('This takes effect at once.')
        : t('Nothing is in force until the firewall rules are deployed.'),
      ...(other ? [other.message, ...other.detail.split('\n')] : []),
      ...place.lines,
    ];
    return {
      message: t('This could lock you out.'),
      detail: [...new Set(all)].join('\n'),
      button: t('Continue Anyway'),
      typed: other?.typed ?? (isAtOnce ? place.typed : undefined),
      review: other?.review,
      otherWay: other?.otherWay,
    };
  }
}

export function isSameWrite(a: PlannedWrite, b: PlannedWrite): boolean {
  return (
    a.endpoint.id === b.endpoint.id &&
    toKey(a.target) === toKey(b.target) &&
    isEqual((a.body ?? null) as never, (b.body ?? null) as never)
  );
}

export function describeLockOuts(lockOuts: readonly LockOut[]): string[] {
  return [...new Set(lockOuts.flatMap(describeLockOut))];
}

function describeLockOut(lockOut: LockOut): string[] {
  switch (lockOut.type) {
    case 'firewall':
      return [
        ...(lockOut.isAssumed
          ? [t("Some firewall rules couldn't be interpreted, so this assumes the worst.")]
          : []),
        ...describeLoss(lockOut),
      ];
    case 'login':
      return [describeObstacle(lockOut.obstacle)];
    case 'incomplete': {
      const kind = t(findKind(lockOut.kind).names.many);
      const list = lockOut.isOffered
        ? `${kind}: ${t('May be incomplete')}`
        : t('Not offered by the service: {0}', kind);
      return [t("Couldn't check who can still log in. {0}", list)];
    }
  }
}

function describeLoss({ port, lost, left }: FirewallLoss): string[] {
  if (left.length === 0) {
    return [
      t('No one can reach SSH (port {0}) after this. First add a rule that accepts it.', port),
    ];
  }
  const [losing, keeping] = [lost, left].map((reach) => describeReach(reach));
  const isKeepingShort = keeping !== undefined && keeping.length <= mostNames;
  const lines: string[] = [];
  if (losing && (losing.length <= mostNames || !isKeepingShort)) {
    lines.push(t("{0} can't reach SSH after this.", shorten(losing)));
  }
  if (isKeepingShort) {
    lines.push(
      t('Only {0} can still reach SSH (port {1}).', keeping.join(', '), port),
      // The public address that others see can't be determined locally.
      t('Check that your own public address is among them.'),
    );
  }
  return lines;
}

function describeReach(reach: Reach): string[] {
  return reachNames(reach).map((name) =>
    typeof name === 'string' ? name : t(name === 4 ? 'IPv4 addresses' : 'IPv6 addresses'),
  );
}

function describeObstacle(obstacle: LoginObstacle): string {
  const descriptions = {
    noKey: t(
      'No one can log in after this: passwords are off, and no user has a permanent SSH key. Add an SSH key first.',
    ),
    onlyRootHasKey: t(
      'No one can log in after this: root login is off, and only root has a permanent SSH key. Add a key for another system user first.',
    ),
    unknownSettings: t(
      "The service doesn't return all SSH settings. If passwords or root login are off, no one can log in after this.",
    ),
    noOtherUser: t(
      'No one can log in after this: root login is off, and there are no other system users. Create one first.',
    ),
  };
  return descriptions[obstacle];
}
