/** What the panel and the extension say to each other. */
import type { Place, TrailDocument } from './document';

export type ToView =
  | { type: 'show'; document: TrailDocument; selected?: number }
  | { type: 'select'; index: number }
  | { type: 'move'; by: 1 | -1 }
  /** An empty text: not stale any more. */
  | { type: 'stale'; text: string }
  | { type: 'missing'; text: string };

export type FromView =
  | { type: 'ready'; id?: string; selected?: number | undefined }
  | { type: 'stepped'; index: number }
  | { type: 'open'; place: Place }
  | { type: 'copy'; text: string };
