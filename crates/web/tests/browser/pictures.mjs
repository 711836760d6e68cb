// Takes pictures of the page in a real Chromium: three for the README, or with `all` every family at every
// size, to be looked at.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Table, withBrowser } from './table.mjs';

const folder = process.env.TALON_PICTURES;
const all = process.argv[2] === 'all';
await mkdir(folder, { recursive: true });

/** A table in the middle of a game, with some keys pressed. */
async function shoot({ browser, server, line }, name, { game, deal, part = 0.35, size = [1280, 800], keys = '', settings = {}, wait = 600, scale = 1 }) {
  let moves = [];
  if (part) moves = (await line(game, deal)).slice(0, Math.floor((await line(game, deal)).length * part));
  const table = await Table.open(browser, server.url, `g=${game}&d=${deal}&a=0${moves.length ? `&m=${moves.join(',')}` : ''}`, { viewport: { width: size[0], height: size[1] }, settings, scale });
  for (const key of keys) { await table.page.keyboard.press(key); await table.page.waitForTimeout(250); }
  await table.page.waitForTimeout(wait);
  const path = join(folder, `${name}.png`);
  await table.page.screenshot({ path });
  await table.close();
  console.log(path);
}

const README = [
  ['page-canfield', { game: 'canfield', deal: '89', part: 0.45, keys: 'vhh' }],
  ['page-spider', { game: 'spider', deal: '38', part: 0.4, keys: 'v' }],
  ['page-phone', { game: 'klondike', deal: '1', part: 0.5, size: [390, 844], settings: { suits: 'four' } }],
];
const SIZES = [[390, 844], [1024, 768], [1920, 1080], [320, 256], [844, 390]];
const FAMILIES = [['canfield', '89'], ['klondike', '1'], ['spider', '38'], ['freecell', '1'], ['yukon', '1'], ['forty-thieves', '1', 0], ['beleaguered-castle', '1', 0], ['east-haven', '1', 0], ['demon', '1', 0]];

await withBrowser(async (with_) => {
  for (const [name, what] of README) await shoot(with_, name, what);
  if (!all) return;
  for (const [game, deal, part] of FAMILIES) {
    for (const size of SIZES) {
      await shoot(with_, `${game}-${size.join('x')}`, { game, deal, part, size, wait: 200 }).catch((error) => console.log(`${game}: ${error.message}`));
    }
  }
  const dialogs = [['new', 'n'], ['menu', ''], ['settings', 'o'], ['statistics', 's'], ['find', '/'], ['resume', 'L'], ['rules', 'g'], ['help', '?'], ['share', 'l']];
  for (const [name, key] of dialogs) for (const size of [[1280, 800], [390, 844]]) await shoot(with_, `dialog-${name}-${size[0]}`, { game: 'canfield', deal: '89', size, keys: key });
  for (const theme of ['slate', 'wine', 'paper', 'night']) await shoot(with_, `theme-${theme}`, { game: 'klondike', deal: '1', settings: { theme } });
  await shoot(with_, 'large-four', { game: 'canfield', deal: '89', settings: { large: true, suits: 'four', left: true } });
});
process.exit(0);
