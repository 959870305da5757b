/** Whether a server's version fits the extension's. Pure. */

/** A sentence for the reader where they do not fit; `undefined` where they do. */
export function versionTrouble(server: string | undefined, extension: string): string | undefined {
  if (server === undefined) {
    return `The program does not say which version it is; this extension is ${extension}.`;
  }
  const [theirs, ours] = [majorMinor(server), majorMinor(extension)];
  return theirs === ours ? undefined
    : `The server is version ${server} and this extension ${extension}: some of what you see may be missing or wrong.`;
}

/** Before 1.0 a minor version may change anything; after it, only a major one. */
function majorMinor(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
