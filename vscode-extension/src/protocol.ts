/**
 * What client and server say to each other beyond the standard protocol. Names and shapes only, nothing that acts.
 */

/** Sent in `initialize` as `capabilities.experimental`. */
export const experimentalCapabilities = {
  /** The client shows `experimental/serverStatus`. */
  serverStatus: true,
  /** Client commands that a code action or lens may name. */
  dropwire: { showTrail: true },
} as const;

/** The shape of `initializationOptions`; its keys are those of `dropwire.toml`, which comes first. */
export interface InitializationOptions {
  jdk?: { home: string };
}

export function initializationOptions(jdkHome: string): InitializationOptions {
  const home = jdkHome.trim();
  return home === '' ? {} : { jdk: { home } };
}

/** Notification `experimental/serverStatus`, in the shape that rust-analyzer gave it. */
export const serverStatusMethod = 'experimental/serverStatus';

export interface ServerStatus {
  health: 'ok' | 'warning' | 'error';
  /** False while anything is being verified or waits for it. */
  quiescent: boolean;
  message?: string;
}

/** The one argument of the client command `dropwire.showTrail`. */
export interface TrailReference {
  id: string;
  /** What the finding is, in a few words: it names the tab. */
  title: string;
}

export function isTrailReference(value: unknown): value is TrailReference {
  return typeof value === 'object' && value !== null
    && 'id' in value && typeof value.id === 'string' && value.id !== ''
    && 'title' in value && typeof value.title === 'string';
}

/** Request `dropwire/trail` with `{ id }`; `null` or an error where the server does not know the trail. */
export const trailMethod = 'dropwire/trail';

export interface Trail {
  id: string;
  title: string;
  /** The trail as a document, complete in itself. */
  markdown: string;
  /** The trail as `dropwire check --format json` writes it; for a view that steps through it. */
  trail: unknown;
}
