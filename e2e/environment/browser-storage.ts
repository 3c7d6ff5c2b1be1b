import type { Page } from 'playwright-core';

/** Everything that IndexedDB holds for the app, as keys of all stores. */
export function keptInBrowser(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('IndexedDB')));
      });
    const keys: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const found = await done(database.transaction(store).objectStore(store).getAllKeys());
        keys.push(...found.map((key) => `${name} ${store} ${JSON.stringify(key)}`));
      }
      database.close();
    }
    return keys;
  });
}

/** Returns the draft of a form from IndexedDB, by the form's name; null without one. */
export function draftInBrowser(page: Page, form: string): Promise<unknown> {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('tegeka-drafts');
        opening.addEventListener('error', () => reject(new Error('IndexedDB')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result.find((entry) => entry.name === name)?.value ?? null);
          });
        });
      }),
    form,
  );
}

/**
 * Reloads the page once what was typed is stored. A browser runs the transactions of a database in
 * turn, so a read that is done comes after all writes before it; a reload stops those still waiting.
 */
export async function reloadWithDrafts(page: Page): Promise<void> {
  await keptInBrowser(page);
  await page.reload();
}
