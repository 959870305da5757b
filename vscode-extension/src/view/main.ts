/** Starts the view: in the editor's panel, or in a page of its own that carries its data. */
import { isTrailDocument, type PageData, type TrailDocument } from './document';
import { el } from './dom';
import type { FromView, ToView } from './messages';
import { Page } from './page';
import { followEditor, followSystem } from './theme';
import { TrailView, type ViewState } from './view';

interface Editor {
  postMessage(message: FromView): void;
  getState(): Saved | undefined;
  setState(state: Saved): void;
}

/** What the editor keeps for the panel when it is hidden or the window reloads. */
interface Saved {
  document: TrailDocument;
  view?: ViewState;
}

declare const acquireVsCodeApi: (() => Editor) | undefined;

const root = document.getElementById('root')!;

if (typeof acquireVsCodeApi === 'function') {
  followEditor();
  inEditor(acquireVsCodeApi());
} else {
  followSystem();
  onPage();
}

function inEditor(editor: Editor): void {
  let saved = editor.getState();
  let view: TrailView | undefined;
  const show = (document: TrailDocument, state?: Partial<ViewState>): void => {
    view?.dispose();
    saved = { document, ...(state === undefined ? {} : { view: state as ViewState }) };
    view = new TrailView(root, document, {
      source: false,
      stepped: step => editor.postMessage({ type: 'stepped', index: step.index }),
      open: place => editor.postMessage({ type: 'open', place }),
      copy: text => editor.postMessage({ type: 'copy', text }),
      save: state => {
        saved = { document, view: state };
        editor.setState(saved);
      },
    }, state);
  };
  if (isTrailDocument(saved?.document)) {
    show(saved.document, saved.view);
  } else {
    root.append(el('p', { class: 'empty', role: 'status' }, 'Reading the trail…'));
  }
  addEventListener('message', ({ data }: MessageEvent<ToView>) => {
    switch (data.type) {
      case 'show':
        if (isTrailDocument(data.document)) {
          const same = view?.document.id === data.document.id;
          show(data.document, data.selected === undefined ? (same ? saved?.view : undefined) : { ...saved?.view, selected: data.selected });
        }
        return;
      case 'select':
        return view?.show(data.index);
      case 'move':
        return view?.move(data.by);
      case 'stale':
        return view?.markStale(data.text);
      case 'missing':
        if (view === undefined) {
          root.replaceChildren(el('p', { class: 'empty', role: 'alert' }, data.text));
        } else {
          view.markStale(data.text);
        }
        return;
    }
  });
  editor.postMessage({ type: 'ready', ...(saved === undefined ? {} : { id: saved.document.id, selected: saved.view?.selected }) });
}

function onPage(): void {
  const data = document.getElementById('trail-data')?.textContent ?? '';
  new Page(root, JSON.parse(data) as PageData);
}
