import type { Clock } from './clock';
import { checkingShare, IndexingShare } from './indexingShare';
import { OwnRequests } from './ownRequests';
import { PersonUse } from './personUse';
import { longestWindow, probePause, WindowLength } from './windowLength';
import { Emitter, type Event } from '../../base/emitter';

/** The rate limit as last reported (API §8). Times are in milliseconds since the epoch. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly seenAt: number;
  /** Until when requests are held back; undefined if they aren't. */
  readonly heldUntil: number | undefined;
}

/** In order of precedence, from what a person is waiting for to what can wait longest. */
export const priorities = ['person', 'background', 'indexing', 'checking'] as const;
/** How urgent a request is. */
export type Priority = (typeof priorities)[number];

/** Share of the limit that background work leaves to the person. */
const reservedShare = 0.2;

/** Share of that reserve that background work may use to probe for a new window. */
const probeShare = 0.5;

/** More requests than anyone makes in a window by hand: with this many left, checks disturb no one. */
const plenty = 120;

/** Share of the window, at its end, in which checks may use what is left of the limit. */
const endShare = 1 / 30;

/** Share of the window just before its end in which a request might already count for the next one. */
const marginShare = 1 / 120;

/** Whether only the person's reserve is left, so that background work waits. */
export function isReserved({ limit, remaining }: RateLimit): boolean {
  return remaining <= reserveOf(limit);
}

/**
 * Decides when the next request may be sent. The window length isn't documented (API §8 rule 5): a
 * minute is assumed until a rising count shows when windows start.
 */
export class RateLimitGate {
  /** Used for elapsed time only: setting the system clock must not end or extend a window. */
  readonly #clock: Clock;
  readonly #assumed: number;
  readonly #changed = new Emitter<RateLimit>();
  readonly onDidChange: Event<RateLimit> = this.#changed.event;
  readonly #length = new WindowLength();
  readonly #indexing: IndexingShare;
  readonly #checking: IndexingShare;
  readonly #own = new OwnRequests();
  readonly #person: PersonUse;
  #limit: number | undefined;
  #remaining = Number.POSITIVE_INFINITY;
  #seenAt = 0;
  /** When the last answer arrived after which no request was running. */
  #calmAt = 0;
  /** When the first answer of this window arrived. */
  #beganAt = 0;
  #windowEndsAt = 0;
  /** When a request may be sent even though none is known to remain. */
  #opensAt = 0;
  /** When background work may probe for a new window even though only the reserve is left. */
  #probeAt = 0;
  #lastBackgroundAt = 0;
  /** Whether no other request was running when the last one was sent. */
  #isAlone = false;

  constructor(clock: Clock, window: number) {
    this.#clock = clock;
    this.#assumed = window;
    this.#indexing = new IndexingShare(window);
    this.#checking = new IndexingShare(window, checkingShare);
    this.#person = new PersonUse(window);
  }

  /** Reads `X-RateLimit-Limit` and `X-RateLimit-Remaining` (API §8 rule 3). */
  observe(headers: Headers, inFlight: number): void {
    const limit = readCount(headers.get('x-ratelimit-limit'));
    const remaining = readCount(headers.get('x-ratelimit-remaining'));
    if (limit === undefined || remaining === undefined) {
      if (this.#limit === undefined) this.#remaining = Number.POSITIVE_INFINITY;
      return;
    }
    const now = this.#clock.elapsed();
    const begun = this.#recognizeWindow(limit, remaining, inFlight);
    if (begun) {
      this.#begin(now, begun.after);
      this.#own.began(begun.used, inFlight);
      this.#remaining = limit - begun.used;
    } else {
      this.#goOn(now, limit);
      this.#remaining = Math.min(this.#remaining, remaining);
    }
    this.#limit = limit;
    this.#seenAt = now;
    if (inFlight <= 1) this.#calmAt = now;
    this.#tell();
  }

  /** Whether an answer shows that a window began: how much of it is used, and after when it began. */
  #recognizeWindow(
    limit: number,
    remaining: number,
    inFlight: number,
  ): { readonly used: number; readonly after: number } | undefined {
    const used = limit - remaining;
    if (this.#limit === undefined || this.#hasRisen(remaining, inFlight)) {
      return { used, after: this.#seenAt };
    }
    const counted = this.#own.answered(used, inFlight);
    return counted === undefined ? undefined : { used: counted, after: this.#calmAt };
  }

  /**
   * Answers arrive out of order: only a rise beyond the requests in flight means a new window. After
   * a request that was alone, it's enough that nothing was used up.
   */
  #hasRisen(remaining: number, inFlight: number): boolean {
    if (remaining > this.#remaining + inFlight) return true;
    return this.#isAlone && inFlight === 1 && remaining >= this.#remaining;
  }

  #begin(now: number, after: number): void {
    if (this.#limit !== undefined) this.#length.rose(after, now);
    const expected = this.#length.expect(this.#assumed);
    this.#beganAt = now;
    this.#windowEndsAt = this.#probeAt = now + expected;
    this.#opensAt = now + Math.min(expected, this.#assumed);
  }

  /** Called when the window should be over but isn't: sending more would use up what may be left. */
  #goOn(now: number, limit: number): void {
    if (now >= this.#opensAt) this.#opensAt = now + this.#assumed * probePause;
    if (now < this.#probeAt) return;
    const elapsed = Math.max(now - this.#beganAt, this.#assumed);
    const { atMost } = this.#length;
    if (atMost !== undefined && elapsed < atMost) this.#probeAt = this.#beganAt + atMost;
    else if (elapsed < longestWindow) {
      this.#length.wasLonger();
      this.#probeAt = this.#beganAt + elapsed * probeFactor(limit, this.#assumed);
    } else {
      // The clock was set ahead, or windows are longer than assumed.
      this.#length.wasLonger();
      this.#beganAt = now;
      this.#probeAt = now + this.#assumed;
    }
  }

  /**
   * Holds back all requests until then, but no longer than one window, after the service refused
   * one (API §8 rule 4).
   */
  hold(until: number): void {
    const latest = this.#clock.elapsed() + this.#assumed;
    this.#opensAt = Math.min(this.#clock.elapsed() + until - this.#clock.now(), latest);
    this.#remaining = 0;
    this.#tell();
  }

  /**
   * How long the next request of this priority must wait, in milliseconds: 0 means send now,
   * infinity means wait for the answer to one in flight.
   */
  delay(priority: Priority, inFlight: number): number {
    const now = this.#clock.elapsed();
    const share = this.#shareOf(priority);
    if (share) {
      const ofShare = this.#delayShare(share, now, inFlight);
      return priority === 'checking'
        ? Math.max(ofShare, this.#delayChecks(now, inFlight))
        : ofShare;
    }
    const reserve = priority === 'background' ? reserveOf(this.#limit ?? 0) : 0;
    const budget = this.#remaining - inFlight - reserve;
    if (budget > 0) return priority === 'background' ? this.#pace(now, budget) : 0;
    return this.#wait(
      priority === 'background' ? this.#opensForBackground() : this.#opensAt,
      inFlight,
    );
  }

  /**
   * Records that a request of this priority is being sent.
   * @param running how many are running, including this one.
   */
  started(priority: Priority, running: number): void {
    const now = this.#clock.elapsed();
    this.#isAlone = running === 1;
    const most =
      this.#limit === undefined ? Number.POSITIVE_INFINITY : this.#limit - reserveOf(this.#limit);
    if (priority === 'person') this.#person.started(now, most);
    else this.#lastBackgroundAt = now;
    this.#shareOf(priority)?.started(now);
  }

  /** The share that a priority is kept to, if any. */
  #shareOf(priority: Priority): IndexingShare | undefined {
    if (priority === 'indexing') return this.#indexing;
    return priority === 'checking' ? this.#checking : undefined;
  }

  /** Indexing and checks are background work that gets only a share of the limit. */
  #delayShare(share: IndexingShare, now: number, inFlight: number): number {
    const background = this.delay('background', inFlight);
    if (this.#limit === undefined || background > 0) return background;
    const { wait, isProbe } = share.next(this.#limit, now, this.#beganAt);
    return isProbe ? this.#wait(now + wait, inFlight) : wait;
  }

  /**
   * A person's click must never wait for checks. With a small limit, checks get what is left at the
   * end of a window; they begin one only while the person is away, since that shortens it, and never
   * after the person needed nearly all of one.
   */
  #delayChecks(now: number, inFlight: number): number {
    if (this.#limit === undefined || this.#remaining - inFlight > plenty) return 0;
    // Only with no other request running does an answer show whether the window is still the same.
    if (inFlight > 0) return Number.POSITIVE_INFINITY;
    const { heavyUntil, lastAt } = this.#person;
    if (now < heavyUntil) return Math.ceil(heavyUntil - now);
    const beforeEnd = (share: number): number => this.#windowEndsAt - this.#assumed * share;
    if (now < beforeEnd(endShare)) return Math.ceil(beforeEnd(endShare) - now);
    if (now < beforeEnd(marginShare)) return 0;
    const isAwayAt = lastAt + this.#assumed;
    return Math.max(0, Math.ceil(Math.max(this.#windowEndsAt, isAwayAt) - now));
  }

  #wait(opensAt: number, inFlight: number): number {
    const now = this.#clock.elapsed();
    if (now < opensAt) return Math.ceil(opensAt - now);
    // The window should be over: one request finds out, the others wait for its answer.
    return inFlight === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** When the assumed window ends, for a refusal that gives no time. */
  get windowEndsAt(): number {
    return this.#toTimeOfDay(this.#windowEndsAt);
  }

  /** Probing uses one of the last requests, reserved as long as this may be the same window. */
  #opensForBackground(): number {
    if (this.#limit === undefined) return this.#opensAt;
    const mayAsk = this.#remaining === 0 || this.#remaining > probeFloor(this.#limit);
    const probeAt = mayAsk ? this.#probeAt : this.#beganAt + longestWindow;
    return Math.max(this.#opensAt, probeAt);
  }

  /** Spreads background work over the rest of the window once half of the limit is used. */
  #pace(now: number, budget: number): number {
    if (this.#limit === undefined || this.#remaining > this.#limit / 2) return 0;
    const spacing = Math.max(0, this.#windowEndsAt - now) / budget;
    return Math.max(0, Math.ceil(this.#lastBackgroundAt + spacing - now));
  }

  #toTimeOfDay(moment: number): number {
    return moment - this.#clock.elapsed() + this.#clock.now();
  }

  #tell(): void {
    if (this.#limit === undefined) return;
    this.#changed.fire({
      limit: this.#limit,
      remaining: this.#remaining,
      seenAt: this.#toTimeOfDay(this.#seenAt),
      heldUntil: this.#remaining === 0 ? this.#toTimeOfDay(this.#opensAt) : undefined,
    });
  }
}

function reserveOf(limit: number): number {
  return Math.ceil(limit * reservedShare);
}

function probesOf(limit: number): number {
  return Math.max(1, Math.floor(reserveOf(limit) * probeShare));
}

/** The remaining count at or below which background work doesn't probe for a new window. */
function probeFloor(limit: number): number {
  return reserveOf(limit) - probesOf(limit);
}

/** Growth factor of the wait between probes, chosen so that they last for the longest window. */
function probeFactor(limit: number, window: number): number {
  return Math.max(1 + probePause, (longestWindow / window) ** (1 / probesOf(limit)));
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
