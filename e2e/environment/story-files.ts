import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

/** The documents that a registration uploads, as files on disk. */
export interface StoryFiles {
  folder: string;
  /** A PDF of one page. */
  certificate: string;
  /** A PNG. */
  logo: string;
  /** A JPG. */
  photo: string;
  /** Writes another file. Returns its path. */
  write: (name: string, bytes: Uint8Array) => Promise<string>;
  remove: () => Promise<void>;
}

const CERTIFICATE = `<h1>Certificate of Incorporation</h1>
<p>No. 80020009876543</p><p>Mirembe Foods Limited</p>`;
const LOGO = `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#0b7285;
color:#fff;font:700 72px sans-serif">M</body>`;

const NAMES = { certificate: 'certificate.pdf', logo: 'logo.png', photo: 'photo.jpg' } as const;

/** Makes real files with Chromium: a printed PDF, and screenshots as PNG and JPEG. */
async function draw(browser: Browser, at: (name: string) => string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 160, height: 160 } });
  await page.setContent(LOGO);
  await page.screenshot({ path: at(NAMES.logo) });
  await page.screenshot({ path: at(NAMES.photo), type: 'jpeg', quality: 80 });
  await page.setContent(CERTIFICATE);
  await page.pdf({ path: at(NAMES.certificate), format: 'A5' });
  await page.close();
}

/** Makes the files in a new folder, or copies them from an existing one. */
export async function makeFiles(browser: Browser, made?: string): Promise<StoryFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-files-'));
  const at = (name: string) => path.join(folder, name);
  if (made === undefined) await draw(browser, at);
  else await cp(made, folder, { recursive: true });
  const write = async (name: string, bytes: Uint8Array) => {
    await writeFile(at(name), bytes);
    return at(name);
  };
  return {
    folder,
    certificate: at(NAMES.certificate),
    logo: at(NAMES.logo),
    photo: at(NAMES.photo),
    write,
    remove: () => rm(folder, { recursive: true }),
  };
}
