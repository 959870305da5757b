/**
 * Finds the server's program: the setting, else the one in the extension, else the first on the PATH.
 *
 * Knows no editor: what it needs of the world comes in as an argument.
 */
import { posix, win32 } from 'node:path';

export interface Surroundings {
  /** `dropwire.server.path`; empty when not set. */
  setting: string;
  /** The extension's own folder. */
  extensionFolder: string;
  /** Where a relative setting starts. */
  workspaceFolder: string | undefined;
  home: string;
  /** The variable PATH. */
  searchPath: string;
  platform: NodeJS.Platform;
  isExecutable: (path: string) => boolean;
}

export type ServerPath =
  | { kind: 'found'; path: string; source: 'setting' | 'bundled' | 'search path' }
  | { kind: 'missing'; message: string };

export function findServer(around: Surroundings): ServerPath {
  const setting = around.setting.trim();
  return setting === '' ? findUnconfigured(around) : findConfigured(setting, around);
}

/** A setting that leads nowhere is an error: another server in its place would be a surprise. */
function findConfigured(setting: string, around: Surroundings): ServerPath {
  const path = expand(setting, around);
  if (path === undefined) {
    return missing(`“dropwire.server.path” is the relative path ${setting}, and no folder is open.`);
  }
  if (!around.isExecutable(path)) {
    return missing(`“dropwire.server.path” names ${path}, which is not a program that can be run.`);
  }
  return { kind: 'found', path, source: 'setting' };
}

function findUnconfigured(around: Surroundings): ServerPath {
  const { join, isAbsolute, delimiter } = pathsOf(around.platform);
  const program = around.platform === 'win32' ? 'dropwire.exe' : 'dropwire';

  const bundled = join(around.extensionFolder, 'server', program);
  if (around.isExecutable(bundled)) {
    return { kind: 'found', path: bundled, source: 'bundled' };
  }
  // A relative entry of the PATH would start in whatever folder the editor runs in, perhaps a stranger's: skip it.
  const onPath = around.searchPath.split(delimiter)
    .filter(isAbsolute)
    .map(folder => join(folder, program))
    .find(around.isExecutable);
  if (onPath !== undefined) {
    return { kind: 'found', path: onPath, source: 'search path' };
  }
  return missing(`The program “${program}” is neither in this extension nor on the PATH.`);
}

function expand(setting: string, around: Surroundings): string | undefined {
  const { join, isAbsolute } = pathsOf(around.platform);
  if (/^~[/\\]/.test(setting)) {
    return join(around.home, setting.slice(2));
  }
  if (isAbsolute(setting)) {
    return setting;
  }
  return around.workspaceFolder === undefined ? undefined : join(around.workspaceFolder, setting);
}

function missing(message: string): ServerPath {
  return { kind: 'missing', message };
}

function pathsOf(platform: NodeJS.Platform) {
  return platform === 'win32' ? win32 : posix;
}
