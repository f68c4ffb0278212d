/** The picture of a moment: the table just as it is seen here, with its dice, under the game's name and over what happened. */
import { domToCanvas } from '../../vendor/modern-screenshot.js';

const FINE = 2; // pixels of the picture for one of the page
const AIR = 24; // around everything, pixels of the page
const TITLE = { size: 26, font: '"Young Serif"' };
const WORDS = { size: 16, font: 'Figtree' };
const LEADING = 1.4;
const PATIENCE_MS = 10_000;

/**
 * @param {HTMLElement} table
 * @param {{title: string, names: string, said: string}} words the game, who plays, and what has happened
 * @returns {Promise<Blob>} a PNG
 */
export async function pictureOf(table, { title, names, said }) {
  const { backgroundColor, color } = getComputedStyle(document.body);
  const look = { scale: FINE, backgroundColor, filter: isShown, timeout: PATIENCE_MS };
  const font = { cssText: await fonts() }; // else a style sheet would be built, which the page's policy forbids
  const seen = await domToCanvas(table, { ...sizeOf(table), ...look, font });
  const brush = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  const width = seen.width / FINE;
  const over = [...laid(brush, title, TITLE, width), ...laid(brush, names, WORDS, width)];
  const under = laid(brush, said, WORDS, width);
  const top = AIR + heightOf(over) + AIR / 2;
  const bottom = top + seen.height / FINE + AIR / 2;
  Object.assign(brush.canvas, { width: FINE * (width + 2 * AIR), height: FINE * (bottom + heightOf(under) + AIR) });
  brush.fillStyle = backgroundColor;
  brush.fillRect(0, 0, brush.canvas.width, brush.canvas.height);
  brush.drawImage(seen, FINE * AIR, FINE * top);
  brush.scale(FINE, FINE);
  brush.fillStyle = color;
  write(brush, over, AIR);
  write(brush, under, bottom);
  return new Promise((done, fail) => {
    brush.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('a picture of no size'))), 'image/png');
  });
}

/** Tools of the page are no part of the table. @param {Node} node */
const isShown = (node) => !(node instanceof Element && node.matches('.pile-tools'));

/** All of it, also what is scrolled out of sight. @param {HTMLElement} table */
const sizeOf = ({ scrollWidth: width, scrollHeight: height }) => ({ width, height });

/** The page's fonts as a style sheet that needs no other file, for a picture is shown without the page. */
async function fonts() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter(isFont));
  return (await Promise.all(rules.map(withItsFile))).join('\n');
}

/** @param {CSSRule} rule @returns {rule is CSSFontFaceRule} */
const isFont = (rule) => rule instanceof CSSFontFaceRule;

/** @param {CSSFontFaceRule} rule */
async function withItsFile({ cssText, parentStyleSheet }) {
  const [whole, path] = /** @type {RegExpMatchArray} */ (cssText.match(/url\("?([^")]+)"?\)/));
  const file = await (await fetch(new URL(path, parentStyleSheet?.href ?? location.href))).blob();
  const reader = new FileReader();
  const read = new Promise((done, fail) => Object.assign(reader, { onload: done, onerror: fail }));
  reader.readAsDataURL(file);
  await read;
  return cssText.replace(whole, `url("${reader.result}")`);
}

/** @typedef {{text: string, size: number, font: string}} Line */

/**
 * A text in lines no wider than this.
 * @param {CanvasRenderingContext2D} brush @param {string} text @param {{size: number, font: string}} face
 * @param {number} width @returns {Line[]}
 */
function laid(brush, text, face, width) {
  brush.font = fontOf(face);
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (brush.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.filter(Boolean).map((line) => ({ text: line, ...face }));
}

/** @param {CanvasRenderingContext2D} brush @param {readonly Line[]} lines @param {number} y where the first begins */
function write(brush, lines, y) {
  brush.textBaseline = 'middle';
  lines.forEach((line, place) => {
    brush.font = fontOf(line);
    brush.fillText(line.text, AIR, y + heightOf(lines.slice(0, place)) + (line.size * LEADING) / 2);
  });
}

/** @param {{size: number, font: string}} face */
const fontOf = ({ size, font }) => `${size}px ${font}, sans-serif`;

/** @param {readonly Line[]} lines */
const heightOf = (lines) => lines.reduce((sum, { size }) => sum + size * LEADING, 0);
