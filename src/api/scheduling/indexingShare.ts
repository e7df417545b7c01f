import { longestWindow } from './windowLength';

/** Share of the rate limit that indexing may use. */
export const indexingShare = 0.2;

/** Share of the rate limit that checks in the background may use. */
export const checkingShare = 0.1;

/** How many requests at most are kept for finding out whether a window is over. */
const mostProbes = 6;

/** When indexing may send its next request. */
interface IndexingTurn {
  /** In milliseconds. */
  readonly wait: number;
  /** Whether its only purpose is to find out whether the window is over; any other request would do. */
  readonly isProbe: boolean;
}

/** Keeps indexing, or checks in the background, to a share of the rate limit, however long the service's windows are. */
export class IndexingShare {
  readonly #window: number;
  readonly #share: number;
  /** When requests were sent, in order. */
  #sent: number[] = [];

  /** @param window assumed length of a rate limit window, in milliseconds. */
  constructor(window: number, share = indexingShare) {
    this.#window = window;
    this.#share = share;
  }

  /** Records that a request is being sent. */
  started(now: number): void {
    this.#sent = this.#sent.filter((at) => now - at < longestWindow);
    this.#sent.push(now);
  }

  /** @param beganAt when the current window began, as far as the service's answers show. */
  next(limit: number, now: number, beganAt: number): IndexingTurn {
    const share = Math.max(1, Math.floor(limit * this.#share));
    const probes = Math.max(1, Math.min(mostProbes, Math.floor(share / 2)));
    const ofStretch = this.#sent.at(-share) ?? Number.NEGATIVE_INFINITY;
    // The request whose answer showed that the window began was sent before that.
    const counted = Math.max(1, share - probes - 1);
    const ofWindow = this.#sent.at(-counted) ?? Number.NEGATIVE_INFINITY;
    const isProbe = ofWindow >= beganAt;
    const elapsed = (this.#sent.at(-1) ?? beganAt) - beganAt;
    const growth = (longestWindow / this.#window) ** (1 / probes);
    // Only a request after the assumed end shows that the window is longer.
    const probeAt = beganAt + (elapsed < this.#window ? this.#window : elapsed * growth);
    const opensAt = Math.max(ofStretch + this.#window, isProbe ? probeAt : 0);
    return { wait: Math.max(0, Math.ceil(opensAt - now)), isProbe };
  }
}
