/** A line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** A line across, for a goal. */
  readonly limit?: { readonly value: number; readonly name: string };
  /** From 0 otherwise. */
  readonly isLogarithmic?: boolean;
}

const width = 720;
const height = 360;
const plot = { left: 64, right: 500, top: 44, bottom: 304 };
/** Told apart by shape as well as by colour; each is seen on light and dark ground. */
const colours = ["#3b82c4", "#d97706", "#16a07a", "#c2417c", "#8b5cf6", "#6b8e23", "#c0504d", "#7a7f87"];
const dashes = ["none", "6 3", "2 3", "8 3 2 3"];

/**
 * A chart of lines with x in powers of ten, as SVG: light on dark where the reader's system is dark.
 * @throws RangeError where there is nothing to show
 */
export function chartSvg(chart: Chart): string {
  const { title, xLabel, yLabel, series, limit } = chart;
  const xs = series.flatMap(({ points }) => points.map(([x]) => x));
  const ys = [
    ...series.flatMap(({ points }) => points.map(([, y]) => y)),
    ...(limit === undefined ? [] : [limit.value]),
  ];
  if (xs.length === 0) throw new RangeError(`the chart "${title}" has no points`);
  const xTicks = powersOfTen(Math.min(...xs), Math.max(...xs));
  const yTicks =
    chart.isLogarithmic === true ? powersOfTen(Math.min(...ys), Math.max(...ys)) : roundSteps(Math.max(...ys));
  const x = scale(xTicks, true, plot.left, plot.right);
  const y = scale(yTicks, chart.isLogarithmic === true, plot.bottom, plot.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    "<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}text{fill:currentColor}</style>",
    `<text x="${plot.left}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...yTicks.map((tick) => gridLine(y(tick), short(tick))),
    ...xTicks.map((tick) => `<text x="${x(tick)}" y="${plot.bottom + 18}" text-anchor="middle">${short(tick)}</text>`),
    `<text x="${(plot.left + plot.right) / 2}" y="${height - 16}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text transform="translate(16 ${(plot.top + plot.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...(limit === undefined ? [] : limitLine(y(limit.value), limit.name)),
    ...series.flatMap(({ name, points }, index) => [
      lineOf(
        points.map(([px, py]) => [x(px), y(py)]),
        index,
      ),
      legend(name, index),
    ]),
    "</svg>",
    "",
  ].join("\n");
}

/** Every power of ten from the one at or below the least to the one at or above the greatest. */
export function powersOfTen(least: number, greatest: number): readonly number[] {
  const first = Math.floor(Math.log10(least) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(greatest) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

/** From 0 in four to eight even steps of 1, 2 or 5 until the greatest is reached. */
export function roundSteps(greatest: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(greatest / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => greatest / size <= 8) ?? power * 10;
  return Array.from({ length: Math.ceil(greatest / step - 1e-9) + 1 }, (_, index) => index * step);
}

function scale(ticks: readonly number[], isLogarithmic: boolean, from: number, to: number): (value: number) => number {
  const along = (value: number): number => (isLogarithmic ? Math.log10(value) : value);
  const [least, greatest] = [along(Math.min(...ticks)), along(Math.max(...ticks))];
  return (value) => Math.round((from + ((along(value) - least) / (greatest - least)) * (to - from)) * 10) / 10;
}

function gridLine(y: number, label: string): string {
  return `<path d="M${plot.left} ${y}H${plot.right}" stroke="currentColor" stroke-opacity="0.15"/><text x="${plot.left - 8}" y="${y + 4}" text-anchor="end">${label}</text>`;
}

function limitLine(y: number, name: string): readonly string[] {
  return [
    `<path d="M${plot.left} ${y}H${plot.right}" stroke="currentColor" stroke-dasharray="3 3"/>`,
    `<text x="${(plot.left + plot.right) / 2}" y="${y - 5}" text-anchor="middle">${escaped(name)}</text>`,
  ];
}

function lineOf(points: readonly (readonly [number, number])[], index: number): string {
  const path = points.map(([x, y], position) => `${position === 0 ? "M" : "L"}${x} ${y}`).join("");
  const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colourOf(index)}"/>`).join("");
  return `<path d="${path}" fill="none" stroke="${colourOf(index)}" stroke-width="2" stroke-dasharray="${dashOf(index)}"/>${dots}`;
}

function legend(name: string, index: number): string {
  const y = plot.top + 10 + index * 22;
  const line = `<path d="M${plot.right + 20} ${y}h28" stroke="${colourOf(index)}" stroke-width="2" stroke-dasharray="${dashOf(index)}"/>`;
  return `${line}<text x="${plot.right + 56}" y="${y + 4}">${escaped(name)}</text>`;
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? "currentColor";
}

function dashOf(index: number): string {
  return dashes[index % dashes.length] ?? "none";
}

/** `100k`, `1M`. */
export function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  if (value >= 1e3) return `${value / 1e3}k`;
  return String(Number(value.toPrecision(3)));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
