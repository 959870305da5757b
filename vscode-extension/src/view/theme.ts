/** Which of the four sets of fallback colours holds: the editor's, a chosen one, or what the system prefers. */
import { makeReadable } from './contrast';

export type Theme = 'dark' | 'light' | 'hc-dark' | 'hc-light';

const ofEditor: Record<string, Theme> = {
  'vscode-dark': 'dark', 'vscode-light': 'light', 'vscode-high-contrast': 'hc-dark', 'vscode-high-contrast-light': 'hc-light',
};

/** Follows the editor's theme, also when it changes. */
export function followEditor(): void {
  const apply = (): void => setTheme(ofEditor[document.body.dataset['vscodeThemeKind'] ?? ''] ?? 'dark');
  apply();
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ['data-vscode-theme-kind'] });
  followColours();
}

/** Follows the system; `#theme=light` in the address comes first. */
export function followSystem(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const wanted = /theme=([a-z-]+)/.exec(location.hash)?.[1];
    const system: Theme = contrast.matches ? (light.matches ? 'hc-light' : 'hc-dark') : light.matches ? 'light' : 'dark';
    setTheme(Object.values(ofEditor).find(theme => theme === wanted) ?? system);
  };
  apply();
  [light, contrast].forEach(query => query.addEventListener('change', apply));
  addEventListener('hashchange', apply);
  followColours();
}

/** The editor writes its colours there. */
function followColours(): void {
  new MutationObserver(() => makeReadable(document)).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  makeReadable(document);
}
