/** The line between the rows and the details: dragged, or moved by keys. What it sets are two properties of the view's style. */
import { el } from './dom';

/** In points; 0 where the reader has not chosen. */
export interface Sizes {
  /** The width of the details beside the rows. */
  side: number;
  /** Their height below the rows, where there is little room. */
  below: number;
}

const least: Sizes = { side: 180, below: 56 };
/** What is left for the rows. */
const forRows: Sizes = { side: 260, below: 240 };
const stride = 24;

export class Splitter {
  readonly element = el('div', { 'class': 'splitter', 'role': 'separator', 'tabindex': 0, 'aria-label': 'Size of the details' });
  private sizes: Sizes = { side: 0, below: 0 };
  private readonly narrow = matchMedia('(max-width: 880px)');

  /** `changed`: the reader has chosen other sizes. */
  constructor(private readonly root: HTMLElement, private readonly panel: HTMLElement, private readonly changed: (sizes: Sizes) => void) {
    this.element.addEventListener('pointerdown', event => {
      this.element.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.element.addEventListener('pointermove', event => {
      if (this.element.hasPointerCapture(event.pointerId)) {
        const { right, bottom } = this.panel.getBoundingClientRect();
        this.set(this.which === 'side' ? right - event.clientX : bottom - event.clientY);
      }
    });
    this.element.addEventListener('lostpointercapture', () => this.changed({ ...this.sizes }));
    this.element.addEventListener('dblclick', () => this.reset());
    this.element.addEventListener('keydown', event => this.key(event));
    this.element.addEventListener('focus', () => this.tell());
  }

  /** Takes sizes that were chosen before. */
  resize({ side, below }: Sizes): void {
    this.sizes = { side, below };
    this.apply();
  }

  private get which(): keyof Sizes {
    return this.narrow.matches ? 'below' : 'side';
  }

  private get size(): number {
    const { width, height } = this.panel.getBoundingClientRect();
    return Math.round(this.which === 'side' ? width : height);
  }

  private get most(): number {
    const { width, height } = this.root.getBoundingClientRect();
    return Math.max(least[this.which], Math.round((this.which === 'side' ? width : height) - forRows[this.which]));
  }

  private set(size: number): void {
    this.sizes[this.which] = Math.round(Math.min(this.most, Math.max(least[this.which], size)));
    this.apply();
  }

  private reset(): void {
    this.sizes[this.which] = 0;
    this.apply();
    this.changed({ ...this.sizes });
  }

  private apply(): void {
    for (const name of ['side', 'below'] as const) {
      if (this.sizes[name] > 0) {
        this.root.style.setProperty(`--${name}`, `${this.sizes[name]}px`);
      } else {
        this.root.style.removeProperty(`--${name}`);
      }
    }
    this.tell();
  }

  private tell(): void {
    this.element.setAttribute('aria-orientation', this.which === 'side' ? 'vertical' : 'horizontal');
    this.element.setAttribute('aria-valuemin', String(least[this.which]));
    this.element.setAttribute('aria-valuemax', String(this.most));
    this.element.setAttribute('aria-valuenow', String(Math.max(least[this.which], this.size)));
  }

  private key(event: KeyboardEvent): void {
    const sizes: Record<string, () => number> = {
      ArrowLeft: () => this.size + stride, ArrowUp: () => this.size + stride,
      ArrowRight: () => this.size - stride, ArrowDown: () => this.size - stride,
      Home: () => this.most, End: () => least[this.which],
    };
    const size = Object.hasOwn(sizes, event.key) ? sizes[event.key] : undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || (size === undefined && event.key !== 'Enter')) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (size === undefined) {
      this.reset();
    } else {
      this.set(size());
      this.changed({ ...this.sizes });
    }
  }
}
