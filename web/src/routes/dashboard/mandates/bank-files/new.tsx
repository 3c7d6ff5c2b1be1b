import { createFileRoute } from '@tanstack/react-router';
import { listBankFiles, takeBankFile, TAKEN_FIELDS } from '@tegeka/contract/clearing.ts';
import { LIST_PLACE } from '#features/clearing/clearing-files.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

function TakeFile() {
  const close = useBackTo('/dashboard/mandates/bank-files');
  return (
    <FormDrawer
      draft="bank file new"
      heading="Take in a file"
      action="Take in"
      fields={TAKEN_FIELDS}
      endpoint={takeBankFile}
      params={undefined}
      options={{ bankId: useBankOptions().banks }}
      onSaved={() => void cache.invalidateQueries({ queryKey: [listBankFiles.name] })}
      onDone={({ name }) => {
        flashMessage({
          place: LIST_PLACE,
          words: `${name} is taken in within seconds. What does not fit is among the exceptions.`,
        });
        close();
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/bank-files/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['clearing.write']),
  onEnter: () => flashMessage(null),
  component: TakeFile,
});
