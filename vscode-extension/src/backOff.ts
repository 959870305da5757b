/** When to start a server again that has died: soon at first, then later and later, in the end not by itself. Pure. */

export interface BackOff {
  /** Milliseconds to wait, or `undefined`: it is given up until the user asks. */
  nextDelay(now: number): number | undefined;
  /** The user asked for a start: the past is forgotten. */
  reset(): void;
}

const delays = [250, 1_000, 3_000, 8_000];
/** One that has lived for so long died of something new. */
const longLife = 180_000;

export function backOff(): BackOff {
  let deaths = 0;
  let last = -Infinity;
  return {
    nextDelay(now) {
      deaths = now - last > longLife ? 0 : deaths;
      last = now;
      return delays[deaths++];
    },
    reset() {
      deaths = 0;
      last = -Infinity;
    },
  };
}
