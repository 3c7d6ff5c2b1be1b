import type { SettingName } from '@tegeka/contract/approvals.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';

/** The value of a setting, or null while it is not set. */
export async function readSetting(tx: Tx, name: SettingName): Promise<string | null> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Sets a setting; null deletes it. */
export async function setSetting(
  tx: PlatformTx,
  setting: { name: SettingName; value: string | null; at: Date },
): Promise<void> {
  const { name, value, at } = setting;
  if (value === null) {
    await tx.deleteFrom('settings').where('name', '=', name).execute();
    return;
  }
  await tx
    .insertInto('settings')
    .values({ name, value, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: at }))
    .execute();
}
