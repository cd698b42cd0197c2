import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useScript } from './use-script'

/** Folder and script file, kept in the address. */
export function ScriptPicker() {
  const t = useText()
  const { isLoading, folders, folder, scripts, script, chooseFolder, chooseScript } = useScript()
  const choicesOf = (rows: readonly { readonly id: number; readonly name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <SelectField
        label={t('scripts.folder')}
        searchable
        loading={folders.isLoading}
        value={folder === null ? null : String(folder.id)}
        choices={choicesOf(folders.data)}
        onChange={(id) => chooseFolder(folders.data?.find((one) => String(one.id) === id)?.id ?? null)}
      />
      <SelectField
        label={t('scripts.file')}
        searchable
        disabled={folder === null}
        placeholder={folder === null ? t('scripts.chooseFolder') : undefined}
        loading={isLoading}
        value={script === null ? null : String(script.id)}
        choices={choicesOf(scripts.data)}
        onChange={(id) => chooseScript(scripts.data?.find((one) => String(one.id) === id)?.id ?? null)}
      />
    </>
  )
}
