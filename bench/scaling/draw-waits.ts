import type { Load, Measured } from './simulate.ts';

const [width, height, left, bottom] = [720, 260, 60, 40];

/** The share of waits that are at most `ms`. */
const shareWithin = (waits: readonly number[], ms: number): number =>
  waits.filter((wait) => wait <= ms).length / Math.max(1, waits.length);

/** Draws which share of the jobs had started after which time, of the account with many jobs and of the others. */
export const drawWaits = ({ waitsOfOthers, waitsOfBurst }: Measured, { engineMs, burst }: Load): string => {
  const longest =
    [...waitsOfOthers, ...waitsOfBurst].reduce((most, each) => Math.max(most, each), engineMs) * 1.1;
  const x = (ms: number): number => left + ((width - left - 20) * ms) / longest;
  const y = (share: number): number => height - bottom - (height - bottom - 20) * share;
  const line = (waits: readonly number[]): string =>
    Array.from({ length: 101 }, (_, index) => (index * longest) / 100)
      .map((ms) => `${x(ms).toFixed(1)},${y(shareWithin(waits, ms)).toFixed(1)}`)
      .join(' ');
  const text = (at: string, content: string): string => `<text ${at}>${content}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Share of jobs that have started, by seconds since their submission</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<path d="M${left} 20V${height - bottom}H${width - 20}" fill="none" stroke="#666"/>
<path d="M${x(engineMs).toFixed(1)} 20V${height - bottom}" stroke="#999" stroke-dasharray="4 4"/>
<polyline points="${line(waitsOfOthers)}" fill="none" stroke="#0a6c4a" stroke-width="2"/>
<polyline points="${line(waitsOfBurst)}" fill="none" stroke="#b4530a" stroke-width="2"/>
${text(`x="${left - 8}" y="24" text-anchor="end"`, '100 %')}
${text(`x="${left - 8}" y="${height - bottom}" text-anchor="end"`, '0')}
${text(`x="${width - 20}" y="${height - 12}" text-anchor="end"`, `${(longest / 1000).toFixed(1)} s`)}
${text(`x="${x(engineMs).toFixed(1)}" y="${height - 24}" text-anchor="middle"`, 'one engine time')}
${text(`x="${width - 24}" y="${height - bottom - 40}" text-anchor="end" fill="#0a6c4a"`, '1,000 accounts with one job each')}
${text(`x="${width - 24}" y="${height - bottom - 20}" text-anchor="end" fill="#b4530a"`, `one account with ${burst} jobs at once`)}
</svg>
`;
};
