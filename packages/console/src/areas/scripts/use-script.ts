import { listPollScripts, listScriptFolders } from '@coldkeep/contract/areas/scripts'
import type { PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { useAddress } from '../../parts/use-address'

const FOLDER = 'folder.row'
const FILE = 'file.row'

/** The folder and the script file in the address; the rows of both tables are selected by it, too. */
export function useScript() {
  const [address, changeAddress] = useAddress()
  const folders = useCall(listScriptFolders, {})
  const folder = folders.data?.find(({ id }) => String(id) === address[FOLDER]) ?? null
  const scripts = useCall(listPollScripts, folder && { query: { folder: folder.id } })
  const script = scripts.data?.find(({ id }) => String(id) === address[FILE]) ?? null
  const failed = [folders, scripts].filter((answer) => answer.isError && answer.data === undefined)
  return {
    /** Loads again what could not be had; `null` where nothing is missing. */
    retry: failed.length === 0 ? null : () => failed.forEach((answer) => void answer.refetch()),
    /** What the address names may still be on its way. */
    isLoading: folders.isLoading || scripts.isLoading,
    folders,
    folder,
    scripts,
    script,
    chooseFolder: (id: ScriptFolderId | null) =>
      changeAddress({
        [FOLDER]: id === null ? undefined : String(id),
        [FILE]: undefined,
        'cmd.row': undefined,
      }),
    /** In another folder where one is named. */
    chooseScript: (id: PollScriptId | null, folderId?: ScriptFolderId) =>
      changeAddress({
        ...(folderId !== undefined && { [FOLDER]: String(folderId) }),
        [FILE]: id === null ? undefined : String(id),
        'cmd.row': undefined,
      }),
  }
}
