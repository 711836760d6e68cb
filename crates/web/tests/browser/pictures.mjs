// Takes pictures of the page in a real Chromium: three for the README and the icons of the page,
// which are drawings as well, or with `all` every state at every size, by day and by night, with a
// page that shows them side by side. Further words choose states by name.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DESKTOP, LOW, PHONE } from './deals.mjs';
import { withBrowser } from './servers.mjs';
import { STATES, openState } from './states.mjs';

const folder = process.env.TALON_PICTURES;
const [mode, ...words] = process.argv.slice(2);
await mkdir(folder, { recursive: true });

/** Takes a picture of a table. */
async function shoot({ page }, name) {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  console.log(path);
}

const README = [
  {
    name: 'page-canfield',
    state: { game: 'canfield', deal: '89', part: 0.45 },
    keys: 'vhh',
  },
  { name: 'page-spider', state: { game: 'spider', deal: '38', part: 0.4 }, keys: 'v' },
  {
    name: 'page-phone',
    state: { game: 'klondike', deal: '1', part: 0.5 },
    viewport: PHONE,
    settings: { suits: 'four' },
  },
];

/** Takes the pictures of the README. */
async function forReadme(all) {
  for (const { name, state, keys = '', viewport = DESKTOP, settings } of README) {
    const table = await openState(all, state, { viewport, settings });
    // The weave of the felt would make the pictures large.
    await table.page.evaluate(() =>
      document.documentElement.style.setProperty('--weave', 'linear-gradient(#0000, #0000)'),
    );
    for (const key of keys) {
      if (key === 'v') await table.look(key);
      else await table.page.keyboard.press(key);
      await table.page.waitForTimeout(250);
    }
    await table.page.waitForTimeout(600);
    await shoot(table, name);
    await table.close();
  }
}

/** The icons: the drawing, the size in pixels, and the name of the picture. */
const ICONS = [
  ['icon', 192, 'icon-192'],
  ['icon', 512, 'icon-512'],
  ['icon-maskable', 512, 'icon-maskable-512'],
  ['icon-maskable', 180, 'apple-touch-icon'],
];

/** Draws the icons for systems that install no drawings. */
async function icons(browser) {
  const at = (name) => fileURLToPath(new URL(`../../page/${name}`, import.meta.url));
  for (const [drawing, size, name] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const text = await readFile(at(`${drawing}.svg`), 'utf8');
    const sized = text.replace(
      '<svg',
      `<svg width="${size}" height="${size}" style="display:block"`,
    );
    await page.setContent(`<body style="margin:0">${sized}`);
    await page.screenshot({ path: at(`${name}.png`), omitBackground: true });
    await page.close();
  }
}

const SIZES = [
  PHONE,
  LOW,
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const SCHEMES = ['light', 'dark'];

/** Takes pictures of a state at every size. */
async function ofState(all, state, scheme, options = {}) {
  const [first, ...rest] = SIZES;
  const table = await openState(all, state, { viewport: first, scheme, ...options });
  for (const viewport of [first, ...rest]) {
    await table.page.setViewportSize(viewport);
    await table.page.waitForTimeout(250);
    const night = scheme === 'dark' ? '-night' : '';
    await shoot(table, `${state.name}-${viewport.width}x${viewport.height}${night}`);
  }
  await table.close();
}

/** Takes pictures of every theme, every card back and large print. */
async function ofSettings(all) {
  const looks = [
    ...['slate', 'wine', 'paper', 'night'].map((theme) => ({ theme })),
    ...['rust', 'moss', 'ink', 'night'].map((back) => ({ back })),
    { large: true, suits: 'four', left: true },
  ];
  for (const settings of looks) {
    const name = `look-${Object.entries(settings).flat().join('-')}`;
    const state = { name, game: 'klondike', deal: '1', part: 0.3 };
    await ofState(all, state, 'light', { settings });
  }
}

/** Writes a page with all pictures, to be looked at one by one. */
async function writeIndex(names) {
  const sizes = SIZES.map(({ width, height }) => `${width}x${height}`);
  const section = (name) => {
    const images = sizes.flatMap((size) =>
      ['', '-night'].map((night) => `<img loading="lazy" src="${name}-${size}${night}.png">`),
    );
    return `<h2>${name}</h2><p>${images.join('')}</p>`;
  };
  const style = '<style>img{height:420px;margin:4px}body{background:#777}</style>';
  const text = `<!doctype html><title>Pictures</title>${style}${names.map(section).join('')}`;
  await writeFile(join(folder, 'index.html'), text);
}

await withBrowser(async ({ browser, server, line }) => {
  const all = { browser, url: server.url, line };
  if (mode !== 'all') {
    await forReadme(all);
    await icons(browser);
    return;
  }
  const isWanted = ({ name }) => !words.length || words.some((word) => name.includes(word));
  const states = STATES.filter(isWanted);
  const failed = [];
  for (const state of states)
    for (const scheme of SCHEMES)
      await ofState(all, state, scheme).catch((error) => {
        failed.push(`${state.name}, ${scheme}: ${error.message}`);
      });
  if (!words.length) await ofSettings(all);
  await writeIndex(states.map(({ name }) => name));
  if (failed.length) throw new Error(`states that could not be shown:\n${failed.join('\n')}`);
});
process.exit(0);
