/**
 * What the status bar item says about each state of the server. Words and icons only: it draws nothing.
 *
 * No tick anywhere: a healthy server is not a verified program.
 */
import type { ServerStatus } from './protocol';

export type ServerState =
  | { kind: 'restricted' }
  | { kind: 'missing'; message: string }
  | { kind: 'starting' }
  | { kind: 'running'; status: ServerStatus | undefined }
  /** It runs, and is of another version than this extension. Reported once; the next state follows at once. */
  | { kind: 'mismatch'; message: string }
  | { kind: 'stopped'; message: string };

export interface StatusText {
  /** With an icon, in the editor's `$(name)` notation. */
  text: string;
  tooltip: string;
  severity: 'none' | 'warning' | 'error';
  /** What a click does. */
  click: 'show menu' | 'open settings' | 'manage trust' | 'restart server';
}

export function statusText(state: ServerState): StatusText {
  switch (state.kind) {
    case 'restricted':
      return {
        text: '$(workspace-untrusted) Dropwire',
        tooltip: 'Dropwire: off, because this workspace is not trusted. Click to manage trust.',
        severity: 'none',
        click: 'manage trust',
      };
    case 'missing':
      return {
        text: '$(error) Dropwire',
        tooltip: `Dropwire: no server. ${state.message} Click to open the settings.`,
        severity: 'error',
        click: 'open settings',
      };
    case 'starting':
      return { text: '$(loading~spin) Dropwire', tooltip: 'Dropwire: starting', severity: 'none', click: 'show menu' };
    case 'running':
      return runningText(state.status ?? { health: 'ok', quiescent: true });
    case 'mismatch':
      return {
        text: '$(warning) Dropwire', tooltip: `Dropwire: ${state.message}`, severity: 'warning', click: 'open settings',
      };
    case 'stopped':
      return {
        text: '$(circle-slash) Dropwire',
        tooltip: `Dropwire: stopped. ${state.message} Click to start it again.`,
        severity: 'error',
        click: 'restart server',
      };
  }
}

function runningText(status: ServerStatus): StatusText {
  const activity = status.quiescent ? 'watching' : 'verifying';
  const words = status.health === 'ok' ? activity : `${status.health}, ${activity}`;
  const details = status.message === undefined || status.message === '' ? '' : `\n${status.message}`;
  return {
    text: `$(${runningIcon(status)}) Dropwire`,
    tooltip: `Dropwire: ${words}${details}`,
    severity: status.health === 'ok' ? 'none' : status.health,
    click: 'show menu',
  };
}

/** Trouble is shown even while the server works: the text of the tooltip says that it does. */
function runningIcon(status: ServerStatus): string {
  switch (status.health) {
    case 'ok':
      return status.quiescent ? 'eye' : 'sync~spin';
    case 'warning':
      return 'warning';
    case 'error':
      return 'error';
  }
}
