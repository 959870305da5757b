/** Colours that can be read: an editor's theme has the background, and not each of our colours for letters has enough contrast with it. */

/** Red, green, blue: 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** WCAG 2.2, 1.4.3, with a little more, as browsers round. */
const enough = 4.6;
const inks = ['--fg', '--dim', '--link', '--err', '--warn', '--ok', ...[...Array(10).keys()].map(lane => `--t${lane}`)];
/** What is behind letters. */
const backgrounds = ['--bg', '--panel-bg', '--hover', '--input-bg', '--err-bg'];

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const mixed = (one: Colour, other: Colour, share: number): Colour =>
  one.map((part, index) => Math.round(part + (other[index]! - part) * share)) as unknown as Colour;

/** The ink, or the nearest one towards black or white that can be read on all of these; else the one of these two that comes closest. */
export function readable(ink: Colour, behind: readonly Colour[]): Colour {
  const least = (colour: Colour): number => Math.min(...behind.map(one => contrast(colour, one)));
  if (least(ink) >= enough) {
    return ink;
  }
  const [black, white]: Colour[] = [[0, 0, 0], [255, 255, 255]];
  const end = least(black!) > least(white!) ? black! : white!;
  for (let share = 0.05; share < 1; share += 0.05) {
    const colour = mixed(ink, end, share);
    if (least(colour) >= enough) {
      return colour;
    }
  }
  return end;
}

/** Sets those inks anew on the body that the page's background makes hard to read. */
export function makeReadable(document: Document): void {
  const { body, documentElement } = document;
  inks.forEach(name => body.style.removeProperty(name));
  const style = getComputedStyle(documentElement);
  const paper = colourOf(document, style.getPropertyValue('--bg'), [255, 255, 255]);
  const of = (name: string): Colour => colourOf(document, style.getPropertyValue(name), paper);
  const behind = backgrounds.map(of);
  for (const name of inks) {
    const ink = of(name);
    const better = readable(ink, behind);
    if (better !== ink) {
      body.style.setProperty(name, `rgb(${better.join(' ')})`);
    }
  }
}

/** What a colour of CSS looks like on a paper. */
function colourOf(document: Document, text: string, paper: Colour): Colour {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('2d');
  if (context === null) {
    return paper;
  }
  context.fillStyle = `rgb(${paper.join(' ')})`;
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = text.trim();
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
