/**
 * What client and server say to each other beyond the standard protocol. Names and shapes only, nothing that acts.
 */
import { isTrailDocument, type TrailDocument } from './view/document';

/** Sent in `initialize` as `capabilities.experimental`. */
export const experimentalCapabilities = {
  /** The client shows `experimental/serverStatus`. */
  serverStatusNotification: true,
  dropwire: {
    /** It has a panel for `dropwire/showTrail`. */
    showTrail: true,
    /** It wants to hear `dropwire/targetsChanged`. */
    targets: true,
  },
} as const;

/** The shape of `initializationOptions`; its keys are those of `dropwire.toml`, which comes first. */
export interface InitializationOptions {
  /** The server does not run in Restricted Mode: commands that files of the project name may run. */
  trusted: true;
  jdk?: { home: string };
}

export function initializationOptions(jdkHome: string): InitializationOptions {
  const home = jdkHome.trim();
  return home === '' ? { trusted: true } : { trusted: true, jdk: { home } };
}

/** Notification `experimental/serverStatus`, in the shape that rust-analyzer gave it. */
export const serverStatusMethod = 'experimental/serverStatus';

export interface ServerStatus {
  health: 'ok' | 'warning' | 'error';
  /** False while anything is being verified or waits for it. */
  quiescent: boolean;
  message?: string;
}

/** Notification of the server: the reader wants to see this trail. */
export const showTrailMethod = 'dropwire/showTrail';

/** Request with `{ id }`; an error where the server does not know the trail. */
export const trailMethod = 'dropwire/trail';

export interface Trail extends TrailDocument {
  /** The trail as a document, complete in itself. */
  markdown: string;
}

export function isTrail(value: unknown): value is Trail {
  return isTrailDocument(value);
}

/** Notification of the server with all targets, at every change; and a request for the same. */
export const targetsChangedMethod = 'dropwire/targetsChanged';
export const targetsMethod = 'dropwire/targets';

/** Notification of the client: class paths that the editor's Java support knows. */
export const classPathsMethod = 'dropwire/classPaths';

export interface ClientModule {
  root: string;
  classRoots: string[];
  sources: string[];
  classpath: string[];
}

/** Commands that the server registers. */
export const serverCommands = { openTrail: 'dropwire.server.openTrail', verify: 'dropwire.server.verify' } as const;

export interface Targets {
  targets: Target[];
}

export interface Target {
  key: string;
  title: string;
  class: string;
  state: 'waiting' | 'running' | 'answered';
  /** The answer is about classes that have been replaced. */
  stale: boolean;
  answer: Answer | null;
  trouble: string | null;
  /** Those that count. */
  findings: TargetFinding[];
  /** How many do not: suppressed by the configuration, or by a baseline. */
  suppressed: number;
  uri: string | null;
  /** From 0. */
  line: number;
  classPath: string[];
}

export interface Answer {
  verdict: 'verified' | 'violated' | 'incomplete' | 'failed';
  coverage: 'complete' | 'limited';
  reasons: string[];
  assumptions: string[];
  states: number;
  seconds: number;
}

export interface TargetFinding {
  /** The trail's id. */
  trail: string;
  fingerprint: string;
  kind: string;
  title: string;
  severity: 'error' | 'warning';
  uri: string | null;
  line: number | null;
}

/** What `dropwire.showTrail` takes: a trail's id, alone or in an object. */
export function trailIdIn(argument: unknown): string | undefined {
  if (typeof argument === 'string' && argument !== '') {
    return argument;
  }
  if (typeof argument === 'object' && argument !== null) {
    const { trail, id } = argument as { trail?: unknown; id?: unknown };
    return trailIdIn(typeof trail === 'string' ? trail : typeof id === 'string' ? id : undefined);
  }
  return undefined;
}
