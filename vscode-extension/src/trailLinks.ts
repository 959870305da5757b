/**
 * Makes the links of a trail work in the editor's Markdown preview, which drops links that begin with `file:`.
 *
 * What it does follow is a path that begins with a slash: that starts at the first workspace folder, and may leave it
 * by `..`. So `file:///w/p/src/Till.java#L5` becomes `/src/Till.java#L5` where the folder is `/w/p`.
 */
import { posix } from 'node:path';

const fileLink = /\]\(<?file:\/\/(\/[^)>\s#]*)(#[^)>\s]*)?>?\)/g;

/** `folder`: the path of the first workspace folder's URI, not percent-encoded. */
export function previewLinks(markdown: string, folder: string | undefined): string {
  if (folder === undefined) {
    return markdown;
  }
  return markdown.replace(fileLink, (link: string, path: string, fragment: string | undefined) => {
    const decoded = decode(path);
    return decoded === undefined ? link : `](/${encode(posix.relative(folder, decoded))}${fragment ?? ''})`;
  });
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // a stray per cent sign: not ours to judge
  }
}

/** Parentheses too: they would end the link. */
function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/').replace(/\(/g, '%28').replace(/\)/g, '%29');
}
