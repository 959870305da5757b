// Draws images/icon.png, 128 × 128: warp threads under tension, each with its drop wire on it; one thread broke, and its
// wire has dropped onto the bar that stops the loom.
import { mkdirSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const size = 128;
const samples = 4; // per pixel and direction

const ground = [0x1d, 0x2b, 0x3a];
const thread = [0xe8, 0xd9, 0xb5];
const wire = [0x8f, 0xb4, 0xd6];
const alarm = [0xff, 0x6b, 0x57];
const bar = [0x55, 0x6b, 0x80];

const inBox = (x, y, left, top, right, bottom, radius = 0) => {
  const dx = Math.max(left + radius - x, x - (right - radius), 0);
  const dy = Math.max(top + radius - y, y - (bottom - radius), 0);
  return Math.hypot(dx, dy) <= radius && x >= left && x <= right && y >= top && y <= bottom;
};

/** A flat wire with an eye near its upper end, through which the thread runs. */
const inWire = (x, y, middle, top) =>
  inBox(x, y, middle - 6.5, top, middle + 6.5, top + 44, 6) && Math.hypot(x - middle, (y - top - 11) * 0.8) > 3.4;

/** Colour at a point, painted from back to front; undefined is transparent. */
function colourAt(x, y) {
  if (!inBox(x, y, 0, 0, size, size, 22)) return undefined;
  let colour = ground;
  if (inBox(x, y, 12, 100, 116, 108, 4)) colour = bar;
  for (const [index, middle] of [25, 51, 77, 103].entries()) {
    const broken = index === 2;
    const onThread = Math.abs(x - middle) < 2.1;
    if (onThread && (broken ? y < 28 || y > 114 : true)) colour = thread;
    if (broken && frayed(x - middle, y)) colour = thread;
    if (inWire(x, y, middle, broken ? 58 : 32)) colour = broken ? alarm : wire;
  }
  return colour;
}

/** The torn end: two strands that part below the break. */
function frayed(x, y) {
  return y >= 27 && y < 40 && Math.abs(Math.abs(x) - (y - 27) * 0.4) < 1.3;
}

function pixel(column, row) {
  const sum = [0, 0, 0, 0];
  for (let index = 0; index < samples * samples; index++) {
    const colour = colourAt(column + (index % samples + 0.5) / samples, row + (Math.floor(index / samples) + 0.5) / samples);
    colour?.forEach((value, channel) => { sum[channel] += value; });
    sum[3] += colour === undefined ? 0 : 1;
  }
  const covered = Math.max(sum[3], 1);
  return [sum[0] / covered, sum[1] / covered, sum[2] / covered, sum[3] * 255 / samples ** 2].map(Math.round);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
header.set([8, 6, 0, 0, 0], 8); // eight bits a channel, RGBA
const rows = Array.from({ length: size }, (_, row) =>
  [0, ...Array.from({ length: size }, (_, column) => pixel(column, row)).flat()]);

mkdirSync('images', { recursive: true });
writeFileSync('images/icon.png', Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]));
