/**
 * What a debug session of a trail is, apart from the editor: its configuration, and the steps at which it stops.
 *
 * Knows no editor, so that it can be tested without one.
 */

/** A configuration of the editor's, as far as it matters here. */
export interface Configuration {
  type: string;
  request: string;
  name: string;
  [key: string]: unknown;
}

export const debugType = 'dropwire';

/** Debugs the run of a stored trail. */
export function configurationOf(trail: string): Configuration {
  return { type: debugType, request: 'launch', name: `Trail ${trail}`, trail, stopOnEntry: true, internalConsoleOptions: 'neverOpen' };
}

/** The id in a configuration, if it names a stored trail by it. */
export function trailOf(configuration: { [key: string]: unknown }): string | undefined {
  const { trail } = configuration;
  return typeof trail === 'string' && /^[0-9a-z]+$/i.test(trail) ? trail : undefined;
}

/** Index of the step of the trail before or in which the run has stopped; nothing if a message says nothing of that. */
export function stepOf(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null) {
    return undefined;
  }
  const { type, event, body } = message as { type?: unknown; event?: unknown; body?: { step?: unknown } };
  const step = type === 'event' && event === 'stopped' ? body?.step : undefined;
  return typeof step === 'number' ? Math.max(step - 1, 0) : undefined;
}
