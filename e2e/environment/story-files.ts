import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

/** The papers of a business on the disk of the person who registers it. */
export interface StoryFiles {
  folder: string;
  /** A PDF of one page. */
  certificate: string;
  /** A PNG. */
  logo: string;
  /** A JPG. */
  photo: string;
  /** Writes a further file and answers its path. */
  write: (name: string, bytes: Uint8Array) => Promise<string>;
  remove: () => Promise<void>;
}

const CERTIFICATE = `<h1>Certificate of Incorporation</h1>
<p>No. 80020009876543</p><p>Mirembe Foods Limited</p>`;
const LOGO = `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#0b7285;
color:#fff;font:700 72px sans-serif">M</body>`;

/** Makes real files: what Chromium prints and pictures is what people's scanners and phones give. */
export async function makeFiles(browser: Browser): Promise<StoryFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-files-'));
  const at = (name: string) => path.join(folder, name);
  const page = await browser.newPage({ viewport: { width: 160, height: 160 } });
  const [certificate, logo, photo] = [at('certificate.pdf'), at('logo.png'), at('photo.jpg')];
  await page.setContent(LOGO);
  await page.screenshot({ path: logo });
  await page.screenshot({ path: photo, type: 'jpeg', quality: 80 });
  await page.setContent(CERTIFICATE);
  await page.pdf({ path: certificate, format: 'A5' });
  await page.close();
  const write = async (name: string, bytes: Uint8Array) => {
    await writeFile(at(name), bytes);
    return at(name);
  };
  return { folder, certificate, logo, photo, write, remove: () => rm(folder, { recursive: true }) };
}
