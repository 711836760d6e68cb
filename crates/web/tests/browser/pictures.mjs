// Takes pictures of the page in a real Chromium: three for the README, or with `all` every family
// at every size, every dialog and every theme, to be looked at.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DESKTOP, LOW, PHONE } from './deals.mjs';
import { withBrowser } from './servers.mjs';
import { Table } from './table.mjs';

const folder = process.env.TALON_PICTURES;
const isAll = process.argv[2] === 'all';
await mkdir(folder, { recursive: true });

/** Takes a picture of a game, a part of a win into it, after some keys. */
async function shoot({ browser, server, line }, name, options) {
  const { game, deal, part = 0.35, viewport = DESKTOP, keys = '', settings = {} } = options;
  const { scheme, motion, won } = options;
  const moves = part ? await line(game, deal) : [];
  const played = moves.slice(0, won ? -1 : Math.floor(moves.length * part));
  const fragment = `g=${game}&d=${deal}&a=0${played.length ? `&m=${played}` : ''}`;
  const table = await Table.open(browser, server.url, fragment, {
    viewport,
    settings,
    scheme,
    motion,
  });
  if (won) await table.play(moves.at(-1), 'click');
  // The weave of the felt would make the pictures of the README large.
  if (!isAll)
    await table.page.evaluate(() =>
      document.documentElement.style.setProperty('--weave', 'linear-gradient(#0000, #0000)'),
    );
  for (const key of keys) {
    if (key === 'v') await table.look(key);
    else await table.page.keyboard.press(key);
    await table.page.waitForTimeout(250);
  }
  await table.page.waitForTimeout(won ?? 600);
  const path = join(folder, `${name}.png`);
  await table.page.screenshot({ path });
  await table.close();
  console.log(path);
}

const README = {
  'page-canfield': { game: 'canfield', deal: '89', part: 0.45, keys: 'vhh' },
  'page-spider': { game: 'spider', deal: '38', part: 0.4, keys: 'v' },
  'page-phone': {
    game: 'klondike',
    deal: '1',
    part: 0.5,
    viewport: PHONE,
    settings: { suits: 'four' },
  },
};
const SIZES = [
  PHONE,
  LOW,
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
/** Games in every size, by day; and those by night. */
const FAMILIES = [
  ['canfield', '89'],
  ['klondike', '1'],
  ['spider', '38'],
  ['freecell', '1'],
  ['yukon', '1', 0],
  ['forty-thieves', '1', 0],
  ['beleaguered-castle', '1', 0],
  ['east-haven', '1', 0],
  ['demon', '1', 0],
  ['fan', '1', 0],
  ['bakers-dozen', '1', 0],
];
const AT_NIGHT = ['klondike', 'freecell'];
/** The dialogs by their keys. */
const DIALOGS = {
  door: 'g',
  settings: 'o',
  statistics: 's',
  find: '/',
  unfinished: 'L',
  rules: 'i',
  help: '?',
  share: 'S',
};

await withBrowser(async (all) => {
  for (const [name, options] of Object.entries(README)) await shoot(all, name, options);
  if (!isAll) return;
  const scenes = ['light', 'dark'].flatMap((scheme) =>
    FAMILIES.filter(([game]) => scheme === 'light' || AT_NIGHT.includes(game)).map((family) => ({
      scheme,
      family,
    })),
  );
  for (const { scheme, family } of scenes)
    for (const viewport of SIZES) {
      const [game, deal, part] = family;
      const night = scheme === 'dark' ? '-night' : '';
      const name = `${game}-${viewport.width}x${viewport.height}${night}`;
      await shoot(all, name, { game, deal, part, viewport, scheme });
    }
  const canfield = { game: 'canfield', deal: '89' };
  for (const [name, keys] of Object.entries(DIALOGS))
    for (const viewport of [DESKTOP, PHONE])
      for (const scheme of ['light', 'dark']) {
        const night = scheme === 'dark' ? '-night' : '';
        const options = { ...canfield, keys, viewport, scheme };
        await shoot(all, `dialog-${name}-${viewport.width}${night}`, options);
      }
  // The cards leap off the table, and the dialog after that.
  const won = { ...canfield, part: 1, motion: 'no-preference' };
  for (const viewport of [DESKTOP, PHONE]) {
    await shoot(all, `won-leap-${viewport.width}`, { ...won, won: 1400, viewport });
    await shoot(all, `won-${viewport.width}`, { ...won, won: 6000, viewport });
  }
  for (const theme of ['slate', 'wine', 'paper', 'night'])
    await shoot(all, `theme-${theme}`, { game: 'klondike', deal: '1', settings: { theme } });
  for (const back of ['rust', 'moss', 'ink', 'night'])
    await shoot(all, `back-${back}`, { game: 'klondike', deal: '1', part: 0, settings: { back } });
  const settings = { large: true, suits: 'four', left: true };
  await shoot(all, 'large-four', { ...canfield, settings });
});
process.exit(0);
