// The sentences of a source file: its string literals of more than one word.

/** In their order, without comments and pages of HTML. What a template computes is written `${}`. */
export function sentencesOf(source: string): string[] {
  const found: string[] = [];
  code(source, 0, found);
  return found.filter(text => /\p{L}{3}/u.test(text) && /[\p{L}\d}] +[\p{L}\d$({[]/u.test(text) && !text.startsWith('<'));
}

/** Reads code from `at` to the `}` that closes it, or to the end; answers where that is. */
function code(source: string, at: number, found: string[]): number {
  let depth = 0;
  let before = '';
  while (at < source.length) {
    const sign = source[at]!;
    if (source.startsWith('//', at)) {
      at = ending(source, '\n', at);
    } else if (source.startsWith('/*', at)) {
      at = ending(source, '*/', at);
    } else if (sign === '/' && /[(,=:[!&|?{};>]|^$/.test(before)) {
      at = regularExpression(source, at);
      before = ')';
    } else if (sign === '\'' || sign === '"') {
      at = quoted(source, at, found);
      before = sign;
    } else if (sign === '`') {
      at = template(source, at, found);
      before = sign;
    } else {
      if (sign === '}' && depth === 0) {
        return at;
      }
      depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
      before = /\s/.test(sign) ? before : sign;
      at++;
    }
  }
  return at;
}

function ending(source: string, what: string, from: number): number {
  const at = source.indexOf(what, from);
  return at < 0 ? source.length : at + what.length;
}

function regularExpression(source: string, start: number): number {
  let inSet = false;
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at]!;
    if (sign === '\\') {
      at++;
    } else if (sign === '/' && !inSet) {
      return at + 1;
    } else {
      inSet = sign === '[' || inSet && sign !== ']';
    }
  }
  return source.length;
}

function quoted(source: string, start: number, found: string[]): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start]) {
    at += source[at] === '\\' ? 2 : 1;
  }
  found.push(source.slice(start + 1, at));
  return at + 1;
}

function template(source: string, start: number, found: string[]): number {
  let text = '';
  let at = start + 1;
  const place = found.push('') - 1; // before the sentences that it has inside
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      at = code(source, at + 2, found) + 1;
      text += '${}';
    } else {
      const width = source[at] === '\\' ? 2 : 1;
      text += source.slice(at, at + width);
      at += width;
    }
  }
  found[place] = text;
  return at + 1;
}
