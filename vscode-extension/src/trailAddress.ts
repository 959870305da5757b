/**
 * The address of a trail as a read-only document: `dropwire-trail:/TITLE.md?ID`.
 *
 * The id alone says which trail it is; the title is there because the editor names a tab after the path.
 */
import type { TrailReference } from './protocol';

export const trailScheme = 'dropwire-trail';

/** The parts of a URI, not yet percent-encoded. */
export interface TrailAddress {
  scheme: typeof trailScheme;
  path: string;
  query: string;
}

const longestName = 80;

export function trailAddress({ id, title }: TrailReference): TrailAddress {
  return { scheme: trailScheme, path: `/${tabName(title)}.md`, query: id };
}

export function trailIdOf(address: { query: string }): string {
  return address.query;
}

function tabName(title: string): string {
  const name = title
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/[/\\]/g, '∕') // a division slash: a real one would begin a folder
    .trim();
  const characters = [...(name === '' ? 'Trail' : name)];
  return characters.length <= longestName ? characters.join('') : `${characters.slice(0, longestName - 1).join('').trimEnd()}…`;
}
